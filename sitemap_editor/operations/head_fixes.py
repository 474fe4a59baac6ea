"""The changes that fixes make to the start of a file: declaration, DOCTYPE, the root's tag."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sitemap_editor.document.document import Document
from sitemap_editor.document.editing import recoded
from sitemap_editor.markup.charsets import UTF_8, relabel
from sitemap_editor.markup.scan import root_of_head
from sitemap_editor.protocol.namespaces import LEGACY_SPELLINGS
from sitemap_editor.rules.engine.frame import DOCTYPE, Attribute, attributes_of_root, masked

DECLARATION = b'<?xml version="1.0" encoding="UTF-8"?>'


class Frame:
    """What stands around the entries, and how the file is written, to be changed step by step."""

    def __init__(self, doc: Document) -> None:
        """Start from how the document is."""
        self.head = doc.head
        self.tail = doc.tail
        self.source = doc.source
        self.newline = doc.style.newline
        self._doc = doc

    def recode(
        self, encoding: str | None = None, bom: bool | None = None, layers: int | None = None
    ) -> None:
        """Have the file written in another encoding, with or without mark, compressed or not."""
        gzip = None if layers is None else bool(layers)
        source = recoded(self.source, encoding, bom, gzip)
        if layers is not None:
            source = replace(source, gzip_layers=layers)
        if encoding is not None:
            source = replace(source, is_utf8=encoding == UTF_8, guessed=False)
            self.head = relabel(self.head, encoding.upper())
        self.source = source

    def attributes(self) -> list[Attribute]:
        """The attributes of the root as it is now."""
        return attributes_of_root(self.head, root_of_head(self.head))

    def set_root_namespace(self, uri: str) -> None:
        """Bind the root's own prefix, or none, to this address."""
        root = root_of_head(self.head)
        was = root.namespace
        prefix = root.prefix.rstrip(b":").decode()
        name = f"xmlns:{prefix}" if prefix else "xmlns"
        self.set_namespaces({name: uri})
        if name not in {one.name for one in self.attributes()}:
            end = root.start + 1 + len(root.prefix) + len(root.name)
            self.head = self.head[:end] + b' xmlns="%b"' % uri.encode() + self.head[end:]
        if was in LEGACY_SPELLINGS:
            self._drop_schema_location(was)

    def _drop_schema_location(self, uri: str) -> None:
        """Let go of the hint at a schema of a namespace that the root has no longer."""
        names = [
            one.name
            for one in self.attributes()
            if one.name.endswith(":schemaLocation") and uri in one.value.split()
        ]
        self.remove_root_attributes(names)

    def set_namespaces(self, uris: Mapping[str, str]) -> None:
        """Change the addresses of declarations that are there."""
        for one in reversed(self.attributes()):
            uri = uris.get(one.name)
            if uri is not None:
                quote = self.head[one.end - 1 : one.end]
                start = one.value_start
                self.head = self.head[:start] + uri.encode() + quote + self.head[one.end :]

    def declare(self, uris: Mapping[str, str]) -> None:
        """Declare prefixes on the root that it does not declare yet, behind its attributes."""
        for prefix, uri in uris.items():
            attributes = self.attributes()
            root = root_of_head(self.head)
            name = f"xmlns:{prefix}"
            if all(one.name != name for one in attributes):
                end = root.start + 1 + len(root.prefix) + len(root.name)
                end = attributes[-1].end if attributes else end
                added = f' {name}="{uri}"'.encode()
                self.head = self.head[:end] + added + self.head[end:]

    def remove_root_attributes(self, names: Sequence[str]) -> None:
        """Take attributes off the root's tag, with the white space before them."""
        for one in reversed(self.attributes()):
            if one.name in names:
                self.head = self.head[: one.start] + self.head[one.end :]

    def set_declaration(self, **values: str) -> None:
        """Change version or encoding in the XML declaration."""
        for name, value in values.items():
            pattern = rb"(<\?xml\s[^>]*?\b%b\s*=\s*)(\"[^\"]*\"|'[^']*')" % name.encode()
            new = b'\\g<1>"%b"' % value.encode()
            self.head = re.sub(pattern, new, self.head, count=1)

    def add_declaration(self) -> None:
        """Begin with an XML declaration on a line of its own, which says and means UTF-8."""
        if self.source.encoding_as_saved != UTF_8:
            self.recode(encoding=UTF_8)
        if re.match(rb"<\?xml\s", self.head) is None:
            self.head = DECLARATION + self.newline + self.head.lstrip()

    def remove_doctype(self) -> None:
        """Take the DOCTYPE out, with the line it stood on."""
        found = DOCTYPE.search(masked(self.head))
        if found is not None:
            after = re.compile(rb"[ \t]*(?:\r\n|\r|\n)?").match(self.head, found.end())
            self.head = self.head[: found.start()] + self.head[after.end() if after else -1 :]

    def add_stylesheets(self, sheets: Sequence[bytes]) -> None:
        """Name style sheets before the root, each on a line of its own."""
        start = root_of_head(self.head).start
        lines = b"".join(sheet + self.newline for sheet in sheets)
        self.head = self.head[:start] + lines + self.head[start:]

    def default_root(self) -> None:
        """Let the root stand in the default namespace instead of under a prefix."""
        root = root_of_head(self.head)
        declared = "xmlns:" + root.prefix.rstrip(b":").decode()
        attributes = self.attributes()
        found = [one for one in attributes if one.name == declared]
        if not root.prefix or not found or any(one.name == "xmlns" for one in attributes):
            return
        value = self.head[found[0].value_start - 1 : found[0].end]
        if not self._has_prefix(root.prefix):
            self.remove_root_attributes([declared])
        name = root.prefix + root.name.encode()
        start, end = root.start + 1, root.start + 1 + len(name)
        opened = root.name.encode() + b" xmlns=" + value
        self.head = self.head[:start] + opened + self.head[end:]
        place = self.tail.rfind(b"</" + name)
        if place >= 0:
            rest = self.tail[place + 2 + len(name) :]
            self.tail = self.tail[: place + 2] + root.name.encode() + rest

    def _has_prefix(self, prefix: bytes) -> bool:
        """Whether anything but the root's own tags may need the declaration of a prefix."""
        used = re.compile(rb"[</\s]" + re.escape(prefix))
        if len(used.findall(self.head)) + len(used.findall(self.tail)) > 2:
            return True
        return any(used.search(run) for run in self._doc.store.runs(self._doc.ids))


CHANGES: dict[str, Callable[..., None]] = {
    "set_root_namespace": Frame.set_root_namespace,
    "set_namespaces": Frame.set_namespaces,
    "remove_root_attributes": Frame.remove_root_attributes,
    "set_declaration": Frame.set_declaration,
    "add_declaration": Frame.add_declaration,
    "remove_doctype": Frame.remove_doctype,
    "default_root": Frame.default_root,
    "recode": Frame.recode,
}


def change_frame(frame: Frame, name: str, parameters: Mapping[str, Any]) -> None:
    """Make a change by its name; unknown names change nothing."""
    change = CHANGES.get(name)
    if change is not None:
        change(frame, **parameters)
