"""Packs a directory with an extension of VS Code into a .vsix file, which is a zip archive. Run by scripts/package-vscode.

usage: pack.py DIRECTORY FILE
"""

import json
import pathlib
import sys
import zipfile
from xml.sax.saxutils import escape, quoteattr

# Files of the directory that the editor does not need.
LEFT_OUT = {"pack.py", "package-lock.json", ".package-lock.json", ".gitignore", ".bin"}
# The earliest date of a zip archive: the same files make the same bytes.
DATE = (1980, 1, 1, 0, 0, 0)

CONTENT_TYPES = {
    ".json": "application/json", ".js": "application/javascript", ".md": "text/markdown", ".txt": "text/plain",
    ".vsixmanifest": "text/xml", ".map": "application/json", ".ts": "video/mp2t",
}  # fmt: skip


def files(directory):
    """Returns the files to pack, sorted, as paths below the directory."""
    paths = (path.relative_to(directory) for path in directory.rglob("*") if path.is_file())
    return sorted(path for path in paths if not LEFT_OUT.intersection(path.parts))


def manifest(package):
    """Returns the text of extension.vsixmanifest."""
    assets = [
        ("Microsoft.VisualStudio.Code.Manifest", "package.json"),
        ("Microsoft.VisualStudio.Services.Content.Details", "README.md"),
        ("Microsoft.VisualStudio.Services.Content.License", "LICENSE.txt"),
    ]
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">',
        "  <Metadata>",
        f'    <Identity Language="en-US" Id={quoteattr(package["name"])} Version={quoteattr(package["version"])}'
        f' Publisher={quoteattr(package["publisher"])}/>',
        f'    <DisplayName>{escape(package["displayName"])}</DisplayName>',
        f'    <Description xml:space="preserve">{escape(package["description"])}</Description>',
        f'    <Categories>{escape(",".join(package["categories"]))}</Categories>',
        "    <Properties>",
        f'      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={quoteattr(package["engines"]["vscode"])}/>',
        "    </Properties>",
        "    <License>extension/LICENSE.txt</License>",
        "  </Metadata>",
        '  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>',
        "  <Dependencies/>",
        "  <Assets>",
        *(f'    <Asset Type="{kind}" Path="extension/{path}" Addressable="true"/>' for kind, path in assets),
        "  </Assets>",
        "</PackageManifest>",
    ]
    return "\n".join(lines) + "\n"


def content_types(paths):
    """Returns the text of [Content_Types].xml. Files without an ending are named one by one."""
    endings = {path.suffix.lower() for path in paths if path.suffix} | {".vsixmanifest"}
    lines = ['<?xml version="1.0" encoding="utf-8"?>']
    lines.append('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">')
    for ending in sorted(endings):
        kind = CONTENT_TYPES.get(ending, "application/octet-stream")
        lines.append(f'  <Default Extension={quoteattr(ending)} ContentType="{kind}"/>')
    for path in paths:
        if not path.suffix:
            name = quoteattr(f"/extension/{path.as_posix()}")
            lines.append(f'  <Override PartName={name} ContentType="text/plain"/>')
    lines.append("</Types>")
    return "\n".join(lines) + "\n"


def main():
    directory, target = (pathlib.Path(argument) for argument in sys.argv[1:3])
    package = json.loads((directory / "package.json").read_text())
    for dependency in package["dependencies"]:
        if not (directory / "node_modules" / dependency / "package.json").is_file():
            raise SystemExit(f"error: {dependency} is not installed in {directory}")
    paths = files(directory)
    entries = [("extension.vsixmanifest", manifest(package)), ("[Content_Types].xml", content_types(paths))]
    entries += [(f"extension/{path.as_posix()}", (directory / path).read_bytes()) for path in paths]
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(zipfile.ZipInfo(name, DATE), content, zipfile.ZIP_DEFLATED)


main()
