"""Ed25519 signing by RFC 8032, section 5.1, and the encoding of nkeys: enough to log in to a NATS server without a package.

Not in constant time: good for one signature a connection on a machine of your own, for nothing else.
"""

import base64
import hashlib

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
SQRT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)

# A point is (X, Y, Z, T) with x = X/Z, y = Y/Z, x*y = T/Z.
NEUTRAL = (0, 1, 1, 0)


def _add(p, q):
    a = (p[1] - p[0]) * (q[1] - q[0]) % P
    b = (p[1] + p[0]) * (q[1] + q[0]) % P
    c = 2 * p[3] * q[3] * D % P
    d = 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def _multiply(scalar, point):
    result = NEUTRAL
    while scalar > 0:
        if scalar & 1:
            result = _add(result, point)
        point = _add(point, point)
        scalar >>= 1
    return result


def _base_point():
    y = 4 * pow(5, P - 2, P) % P
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * SQRT_OF_MINUS_ONE % P
    if x & 1:
        x = P - x
    return (x, y, 1, x * y % P)


BASE = _base_point()


def _compress(point):
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | ((x & 1) << 255)).to_bytes(32, "little")


def _expand(secret):
    digest = hashlib.sha512(secret).digest()
    scalar = int.from_bytes(digest[:32], "little")
    return (scalar & ((1 << 254) - 8)) | (1 << 254), digest[32:]


def public_key(secret):
    """The 32 bytes of the public key of a 32-byte secret."""
    return _compress(_multiply(_expand(secret)[0], BASE))


def sign(secret, message):
    """The 64 bytes of the signature of `message`."""

    def hashed(data):
        return int.from_bytes(hashlib.sha512(data).digest(), "little") % ORDER

    scalar, prefix = _expand(secret)
    public = _compress(_multiply(scalar, BASE))
    nonce = hashed(prefix + message)
    commitment = _compress(_multiply(nonce, BASE))
    answer = (nonce + hashed(commitment + public + message) * scalar) % ORDER
    return commitment + answer.to_bytes(32, "little")


USER = 20 << 3


def _crc16(data):
    crc = 0
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = ((crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc.to_bytes(2, "little")


def secret_of_seed(seed):
    """The 32-byte secret in an nkey seed (`SU...`). Raises ValueError when it is none."""
    raw = base64.b32decode(seed.strip() + "=" * (-len(seed.strip()) % 8))
    if len(raw) != 36 or _crc16(raw[:34]) != raw[34:]:
        raise ValueError("not an nkey seed")
    return raw[2:34]


def user_of_secret(secret):
    """The public nkey (`U...`) of a secret, as the broker's configuration has it."""
    data = bytes([USER]) + public_key(secret)
    return base64.b32encode(data + _crc16(data)).decode().rstrip("=")
