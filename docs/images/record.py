"""Records the program in a terminal (tmux), and writes SVG pictures beside this file. Run by scripts/pictures.

usage: record.py PROGRAM SAMPLE_LIBRARY
"""

import html
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unicodedata

COLUMNS, ROWS = 92, 22
CELL_WIDTH, LINE_HEIGHT, MARGIN = 8.4, 19, 14
FOREGROUND, BACKGROUND = "#d8dee9", "#22272e"
COLORS = ["#545d68", "#f47067", "#57ab5a", "#c69026", "#539bf5", "#b083f0", "#39c5cf", "#d8dee9"]
PROMPT = "$ "

# Each step is a command, and the number of seconds for which its result is shown.
EDIT_AND_UNDO = [
    ("mixtape add morning-commute night-sky/047-eclipse-special", 1.5),
    ("sed -i 's/always first/the news first/' playlists/morning-commute.toml   # your editor", 1.5),
    ("mixtape reorder morning-commute night-sky/047-eclipse-special --to 1", 2),
    ("tail -n 9 playlists/morning-commute.toml", 3),
    ("mixtape undo 3", 3),
    ("tail -n 8 playlists/morning-commute.toml", 4),
]


class Terminal:
    """A shell in a separate tmux session."""

    def __init__(self, environment, directory):
        self.tmux = ["tmux", "-L", f"mixtape-pictures-{os.getpid()}"]
        self.environment = environment
        self.run("new-session", "-d", "-x", str(COLUMNS), "-y", str(ROWS), "-c", directory, f"PS1='{PROMPT}' exec bash --norc --noprofile")
        self.wait_for_prompt()

    def run(self, *arguments):
        return subprocess.run(
            [*self.tmux, *arguments], check=True, capture_output=True, text=True, env=self.environment
        ).stdout

    def type(self, text):
        self.run("send-keys", "-l", text)

    def press(self, key):
        self.run("send-keys", key)

    def screen(self, *options):
        return self.run("capture-pane", "-e", "-p", *options).rstrip("\n").split("\n")

    def wait(self, is_reached, what):
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            lines = self.screen()
            if is_reached(lines):
                return lines
            time.sleep(0.02)
        raise SystemExit(f"error: the terminal did not show {what}; it shows:\n" + "\n".join(self.screen()))

    def wait_for_prompt(self):
        return self.wait(lambda lines: lines[-1].strip() == PROMPT.strip(), "a prompt")

    def close(self):
        subprocess.run([*self.tmux, "kill-server"], check=False, capture_output=True)


def cells(text):
    """Returns the number of columns of a text on a terminal."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def spans(line):
    """Returns the parts of a line with their styles: (column, text, SVG attributes)."""
    style, column = {}, 0
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if not part.startswith("\x1b"):
            if part.strip() or "background" in style:
                yield column, part, dict(style)
            column += cells(part)
            continue
        codes = [int(code or 0) for code in part[2:-1].split(";")]
        while codes:
            number = codes.pop(0)
            if number == 0:
                style = {}
            elif number == 1:
                style["font-weight"] = "bold"
            elif number == 2:
                style["opacity"] = "0.65"
            elif number == 7:
                style["reverse"] = "1"
            elif 30 <= number <= 37:
                style["fill"] = COLORS[number - 30]
            elif 90 <= number <= 97:
                style["fill"] = COLORS[number - 90]
            elif 40 <= number <= 47:
                style["background"] = COLORS[number - 40]
            elif number in (38, 48) and codes[0] == 5:
                style["fill" if number == 38 else "background"] = COLORS[codes[1] % 8]
                del codes[:2]
            elif number in (27, 39, 49):
                style.pop({27: "reverse", 39: "fill", 49: "background"}[number], None)


def svg_lines(lines):
    """Returns the SVG elements of one screen."""
    for row, line in enumerate(lines):
        baseline = MARGIN + (row + 0.8) * LINE_HEIGHT
        for column, text, style in spans(line):
            left, width = MARGIN + column * CELL_WIDTH, cells(text) * CELL_WIDTH
            background = style.pop("background", None)
            if style.pop("reverse", None):
                background, style["fill"] = FOREGROUND, BACKGROUND
            if background:
                top = MARGIN + row * LINE_HEIGHT
                yield f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{LINE_HEIGHT}" fill="{background}"/>'
            attributes = "".join(f' {name}="{value}"' for name, value in style.items())
            # Each word has its own position, so that columns are aligned in every font.
            for word in re.finditer(r"\S+(?: \S+)*", text):
                x = left + cells(text[: word.start()]) * CELL_WIDTH
                length = cells(word.group()) * CELL_WIDTH
                yield (
                    f'<text x="{x:.1f}" y="{baseline:.1f}" textLength="{length:.1f}"{attributes}>'
                    f"{html.escape(word.group())}</text>"
                )


def svg(frames, title):
    """Returns an SVG animation that repeats frames: (lines, seconds)."""
    height = 2 * MARGIN + ROWS * LINE_HEIGHT
    width = 2 * MARGIN + COLUMNS * CELL_WIDTH
    total = sum(seconds for _, seconds in frames)
    style, groups, start = [], [], 0
    for number, (lines, seconds) in enumerate(frames):
        body = "\n".join(svg_lines(lines))
        if len(frames) == 1:
            groups.append(body)
            break
        first, last = 100 * start / total, 100 * (start + seconds) / total
        before = f"0%,{first:.3f}%{{visibility:hidden}}" if start else ""
        after = f"{last:.3f}%,100%{{visibility:hidden}}" if number < len(frames) - 1 else ""
        style.append(
            f"@keyframes f{number}{{{before}{first + 0.001:.3f}%,{last - 0.001:.3f}%{{visibility:visible}}{after}}}"
            f"#f{number}{{visibility:hidden;animation:f{number} {total:.2f}s step-end infinite}}"
        )
        groups.append(f'<g id="f{number}">\n{body}\n</g>')
        start += seconds
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
            f'height="{height:.0f}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace" '
            f'font-size="14" fill="{FOREGROUND}" role="img">',
            f"<title>{html.escape(title)}</title>",
            f"<style>{''.join(style)}text{{white-space:pre}}</style>",
            f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}" visibility="visible"/>',
            *groups,
            "</svg>\n",
        ]
    )


def record_edit_and_undo(terminal):
    terminal.type("clear")
    terminal.press("Enter")
    frames = [(terminal.wait_for_prompt(), 0.6)]
    for command, seconds in EDIT_AND_UNDO:
        step = max(1, len(command) // 6)
        for end in range(step, len(command) + step, step):
            terminal.type(command[end - step : end])
            typed = command[:end].rstrip()
            frames.append((terminal.wait(lambda lines: typed.split()[-1] in "".join(lines[-3:]), typed), 0.12))
        terminal.press("Enter")
        frames.append((terminal.wait_for_prompt(), seconds))
    return frames


def record_player(terminal):
    terminal.type("mixtape play focus --seed 7 --service simulator --no-record")
    terminal.press("Enter")
    lines = terminal.wait(lambda lines: any("0:03 /" in line for line in lines), "the player at 0:03")
    terminal.press("q")
    terminal.wait_for_prompt()
    return [(lines, 1)]


def record_browser(terminal):
    terminal.type("mixtape browse --service simulator")
    terminal.press("Enter")
    terminal.wait(lambda lines: "Playlists" in lines[0], "the browser")
    terminal.type("/focus")
    terminal.press("Enter")
    terminal.wait(lambda lines: any("Gymnop" in line for line in lines), "the playlist")
    terminal.press("Escape")
    terminal.wait(lambda lines: any("bedtime" in line.lower() for line in lines), "all playlists")
    terminal.press("Tab")
    terminal.press("Enter")
    lines = terminal.wait(lambda lines: any("0:02 /" in line for line in lines), "the player at 0:02")
    terminal.press("q")
    terminal.wait_for_prompt()
    return [(lines, 1)]


# Colors for the recording. Those of Neovim are for another background.
NEOVIM_COLORS = """
vim.cmd("set laststatus=0 noruler nohlsearch noswapfile noshowmode noshowcmd completeopt=menuone shortmess+=cF signcolumn=yes")
vim.opt.fillchars = { eob = " " }
vim.cmd("highlight Pmenu ctermbg=0 ctermfg=7 | highlight PmenuSel ctermbg=4 ctermfg=0 | highlight NormalFloat ctermbg=0 ctermfg=7")
vim.cmd("highlight Comment ctermfg=6 | highlight String ctermfg=2 | highlight SignColumn ctermbg=NONE")
vim.cmd("highlight DiagnosticError ctermfg=1 | highlight DiagnosticWarn ctermfg=3")
"""


def plain(lines):
    """Returns the lines of a screen without colors."""
    return [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]


def record_editor(terminal, home):
    """Shows a mistake, the completion of an episode by its title, and an explanation, in Neovim."""
    init = home / ".config/nvim/init.lua"
    init.parent.mkdir(parents=True)
    terminal.type("clear; mixtape editor neovim > ~/.config/nvim/init.lua")
    terminal.press("Enter")
    terminal.wait_for_prompt()
    init.write_text(init.read_text() + NEOVIM_COLORS)
    frames = []

    def shows(text, seconds):
        terminal.wait(lambda lines: any(text in line for line in plain(lines)), text)
        # Windows reach beyond their texts.
        frames.append((terminal.screen("-N"), seconds))

    def press(keys, text, seconds):
        for key in keys:
            terminal.press(key)
        shows(text, seconds)

    terminal.type("clear; nvim playlists/morning-commute.toml")
    terminal.press("Enter")
    shows("Morning Commute", 2)
    # A key with a typing error.
    terminal.type("/shuffle")
    terminal.press("Enter")
    press(["l", "x"], "unknown key", 3)
    terminal.press("u")
    terminal.wait(lambda lines: not any("unknown key" in line for line in plain(lines)), "no mistake")
    # An episode, of which the beginning of the id is known.
    terminal.type("/auroras")
    terminal.press("Enter")
    typed = '"night-sky/04'
    terminal.type("o")
    for end in range(3, len(typed) + 1, 5):
        terminal.type(typed[end - 5 if end > 3 else 0 : end])
        shows(f"  {typed[:end]}", 0.15)
    press(["C-x", "C-o"], "Eclipse", 3)
    terminal.press("C-n")
    terminal.press("C-y")
    terminal.type('",')
    press(["Escape"], '",', 1.5)
    # The explanation of an id.
    terminal.type("/zügig")
    terminal.press("Enter")
    terminal.type(":lua vim.lsp.buf.hover()")
    press(["Enter"], "Kaffeeklatsch", 4)
    terminal.type(":qa!")
    terminal.press("Enter")
    terminal.wait_for_prompt()
    return frames


def main():
    program, samples = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    images = pathlib.Path(__file__).resolve().parent
    with tempfile.TemporaryDirectory() as home:
        environment = {
            "PATH": f"{program.parent}:{os.environ['PATH']}", "HOME": home, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8",
            "HISTFILE": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": f"{home}/gitconfig",
        }  # fmt: skip
        pathlib.Path(f"{home}/gitconfig").write_text("[user]\n\tname = Me\n\temail = me@example.org\n")
        store = f"{home}/mixtapes"
        subprocess.run([program, "init", store, "--from", samples], check=True, env=environment, capture_output=True)
        terminal = Terminal(environment, store)
        try:
            edit = svg(record_edit_and_undo(terminal), "Changing a playlist by command and by hand, and undoing both")
            terminal.type("clear")
            terminal.press("Enter")
            terminal.wait_for_prompt()
            player = svg(record_player(terminal), "The player in a terminal")
            browser = svg(record_browser(terminal), "The browser with a playlist that plays")
            terminal.type("clear")
            terminal.press("Enter")
            terminal.wait_for_prompt()
            frames = record_editor(terminal, pathlib.Path(home))
            editor = svg(frames, "A mistake, the completion of an episode and an explanation in Neovim")
        finally:
            terminal.close()
    (images / "edit-and-undo.svg").write_text(edit)
    (images / "player.svg").write_text(player)
    (images / "browser.svg").write_text(browser)
    (images / "editor.svg").write_text(editor)


main()
