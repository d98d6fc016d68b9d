"""A file system that stops answering: FUSE, spoken directly with /dev/fuse, so that no library is needed. Only root may
mount it. A thread that waits for it waits in the kernel and cannot be killed, as with a network share (fuse(4),
include/uapi/linux/fuse.h)."""

import contextlib
import ctypes
import errno
import os
import stat
import struct
import threading

from harness import Skipped

LOOKUP, GETATTR, OPEN, READ, RELEASE, INIT, OPENDIR = 1, 3, 14, 15, 18, 26, 27
FORGET, BATCH_FORGET, INTERRUPT = 2, 42, 36
NODE = 2
libc = ctypes.CDLL(None, use_errno=True)


class Mount:
    """One file, `name`, of `contents`; after `hang()` reads of it are never answered."""

    def __init__(self, folder, name, contents):
        self.place, self.name, self.contents = folder, name.encode(), contents
        self.path = folder / name
        self._hangs = threading.Event()
        #: Somebody waits for ever.
        self.is_waited_for = threading.Event()
        self._device = os.open("/dev/fuse", os.O_RDWR | os.O_CLOEXEC)
        options = f"fd={self._device},rootmode=40000,user_id=0,group_id=0"
        if libc.mount(b"barline-test", os.fsencode(folder), b"fuse", 6, options.encode()):  # MS_NOSUID | MS_NODEV
            os.close(self._device)
            raise Skipped(f"no FUSE here: {os.strerror(ctypes.get_errno())}")
        threading.Thread(target=self._serve, daemon=True).start()

    def hang(self):
        self._hangs.set()

    def end(self):
        """Whoever waits gets an error: MNT_FORCE ends the connection."""
        libc.umount2(os.fsencode(self.place), 1 | 2)  # MNT_FORCE | MNT_DETACH
        os.close(self._device)

    def _attributes(self, node):
        mode, size = (stat.S_IFDIR | 0o755, 0) if node == 1 else (stat.S_IFREG | 0o644, len(self.contents))
        then = 1_000_000_000
        return struct.pack("<6Q10I", node, size, (size + 511) // 512, then, then, then, 0, 0, 0, mode, 1, 0, 0, 0, 4096, 0)

    def _serve(self):
        while True:
            try:
                request = os.read(self._device, 1 << 20)
            except OSError:
                return  # unmounted
            _, operation, unique, node = struct.unpack_from("<IIQQ", request)
            body = request[40:]
            answer = self._answer(operation, node, body)
            if answer is None:
                continue
            error, data = (answer, b"") if isinstance(answer, int) else (0, answer)
            with contextlib.suppress(OSError):
                os.write(self._device, struct.pack("<IiQ", 16 + len(data), -error, unique) + data)

    def _answer(self, operation, node, body):
        """Bytes, an error, or None: no answer."""
        if operation == INIT:
            return struct.pack("<IIIIHHIIHHI28x", 7, 31, 0, 0, 16, 12, 1 << 16, 1, 0, 0, 0)
        if operation in (FORGET, BATCH_FORGET, INTERRUPT):
            return None
        if operation == LOOKUP:
            known = body.rstrip(b"\0") == self.name
            return struct.pack("<QQQQII", NODE, 0, 60, 60, 0, 0) + self._attributes(NODE) if known else errno.ENOENT
        if operation == GETATTR:
            return struct.pack("<QII", 60, 0, 0) + self._attributes(node)
        if operation in (OPEN, OPENDIR):
            return struct.pack("<QII", 1, 1, 0)  # FOPEN_DIRECT_IO: nothing is read ahead
        if operation == READ:
            if self._hangs.is_set():
                self.is_waited_for.set()
                return None
            _, offset, size = struct.unpack_from("<QQI", body)
            return self.contents[offset:offset + size]
        return b"" if operation == RELEASE else errno.ENOSYS


@contextlib.contextmanager
def mounted(folder, name, contents):
    """Mounts it while the block runs."""
    if os.geteuid() != 0 or not os.path.exists("/dev/fuse"):
        raise Skipped("only root can mount a file system that hangs")
    folder.mkdir()
    mount = Mount(folder, name, contents)
    try:
        yield mount
    finally:
        mount.end()
