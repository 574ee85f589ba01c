/// The names of elements of HTML.
enum HTMLNames {
  /// Elements inside a word or a sentence.
  static let inline: Set<String> = [
    "a", "abbr", "acronym", "b", "basefont", "bdi", "bdo", "big", "blink", "cite", "code", "data", "del", "dfn", "em",
    "font", "i", "ins", "kbd", "mark", "meter", "nobr", "output", "progress", "q", "rb", "rp", "rt", "ruby", "s",
    "samp", "slot", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
  ]

  /// All other elements. Words before and after their tags are different words.
  static let block: Set<String> = [
    "address", "applet", "area", "article", "aside", "audio", "base", "bgsound", "blockquote", "body", "br", "button",
    "canvas", "caption", "center", "col", "colgroup", "datalist", "dd", "details", "dialog", "dir", "div", "dl", "dt",
    "embed", "fieldset", "figcaption", "figure", "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5",
    "h6", "head", "header", "hgroup", "hr", "html", "iframe", "img", "input", "label", "legend", "li", "link",
    "listing", "main", "map", "marquee", "menu", "meta", "nav", "noembed", "noframes", "noscript", "object", "ol",
    "optgroup", "option", "p", "param", "picture", "plaintext", "pre", "script", "section", "select", "source", "style",
    "summary", "svg", "table", "tbody", "td", "template", "textarea", "tfoot", "th", "thead", "title", "tr", "track",
    "ul", "video", "xmp",
  ]
}
