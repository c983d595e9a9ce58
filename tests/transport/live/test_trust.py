"""Proxies and certificate authorities of the environment."""

from __future__ import annotations

import asyncio
import ssl
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest
from yarl import URL

from toolwire.model.errors import ToolwireError, TrafficError
from toolwire.model.exchange import Request
from toolwire.transport.live.access import keyed
from toolwire.transport.live.trust import proxy_for, tls_context

PROXY = "http://proxy.test:3128"


@pytest.mark.parametrize(
    ("url", "environ", "proxy"),
    [
        ("https://a.test/x", {"HTTPS_PROXY": PROXY}, PROXY),
        ("https://a.test/x", {"https_proxy": "proxy.test:3128"}, PROXY),
        ("https://a.test/x", {"https_proxy": PROXY, "HTTPS_PROXY": "http://other.test"}, PROXY),
        ("https://a.test/x", {"ALL_PROXY": PROXY}, PROXY),
        ("https://a.test/x", {"HTTP_PROXY": PROXY}, None),
        ("http://a.test/x", {"HTTP_PROXY": PROXY}, PROXY),
        ("http://a.test/x", {"HTTP_PROXY": PROXY, "REQUEST_METHOD": "GET"}, None),
        ("https://a.test/x", {"HTTPS_PROXY": PROXY, "NO_PROXY": "*"}, None),
        ("https://a.test/x", {"HTTPS_PROXY": PROXY, "NO_PROXY": "b.test, a.test"}, None),
        ("https://x.a.test/x", {"HTTPS_PROXY": PROXY, "no_proxy": ".a.test"}, None),
        ("https://x.a.test/x", {"HTTPS_PROXY": PROXY, "NO_PROXY": "*.a.test"}, None),
        ("https://xa.test/x", {"HTTPS_PROXY": PROXY, "NO_PROXY": "a.test"}, PROXY),
        ("https://a.test:8443/x", {"HTTPS_PROXY": PROXY, "NO_PROXY": "a.test:8443"}, None),
        ("https://a.test/x", {"HTTPS_PROXY": PROXY, "NO_PROXY": "a.test:8443"}, PROXY),
        ("http://10.1.2.3/x", {"HTTP_PROXY": PROXY, "NO_PROXY": "10.0.0.0/8"}, None),
        ("http://11.1.2.3/x", {"HTTP_PROXY": PROXY, "NO_PROXY": "10.0.0.0/8,,"}, PROXY),
        ("http://localhost:8000/x", {"HTTP_PROXY": PROXY}, None),
        ("http://127.0.0.1:8000/x", {"HTTP_PROXY": PROXY}, None),
        ("http://[::1]:8000/x", {"HTTP_PROXY": PROXY}, None),
        ("https://a.test/x", {}, None),
    ],
)
def test_the_way_a_request_takes(url: str, environ: dict[str, str], proxy: str | None) -> None:
    """Variables in either case, exceptions by host, port and network, and never for loopback."""
    assert proxy_for(URL(url), environ) == (URL(proxy) if proxy else None)


def test_a_proxy_of_another_kind_is_told() -> None:
    """SOCKS is not supported, and not passed over in silence."""
    with pytest.raises(ToolwireError, match="a proxy of kind socks5 is not supported"):
        proxy_for(URL("https://a.test"), {"ALL_PROXY": "socks5://p.test:1080"})


@pytest.mark.parametrize("name", ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"])
def test_authorities_that_cannot_be_read_are_told(tmp_path: Path, name: str) -> None:
    """The variable, the file and what it has to be are named."""
    bad = tmp_path / "bad.pem"
    bad.write_text("not a certificate")
    for path in (bad, tmp_path / "missing.pem"):
        with pytest.raises(ToolwireError, match=f"{path.name}: {name}: .*PEM file"):
            tls_context({name: str(path)})


def test_a_proxy_gets_a_plain_request_but_never_a_key(stage: SimpleNamespace) -> None:
    """Over plain HTTP the proxy reads everything: without a key it is used, with one refused."""

    async def go() -> list[object]:
        async with stage.serving(stage.saying(stage.http(b"via"))) as proxy:
            environ = {"HTTP_PROXY": proxy.url}
            async with stage.client(environ=environ) as client:
                request = Request("POST", "http://models.test/v1/chat", (), b"{}")
                plain = await client.at(keyed("http://models.test", ""), "a").send(request)
                assert plain.body == b"via"
                with pytest.raises(TrafficError, match="through a proxy in clear text"):
                    await client.at(keyed("http://models.test", stage.KEY), "b").send(request)
            return list(proxy.received)

    (received,) = asyncio.run(go())
    assert received.line == "POST http://models.test/v1/chat HTTP/1.1"  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return the certificate and key of a server named models.test, made by openssl."""
    folder = tmp_path_factory.mktemp("tls")
    certificate, key = folder / "cert.pem", folder / "key.pem"
    command = [
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
        "-subj", "/CN=models.test", "-addext", "subjectAltName=DNS:models.test,DNS:localhost",
        "-keyout", str(key), "-out", str(certificate),
    ]  # fmt: skip
    try:
        subprocess.run(command, check=True, capture_output=True)
    except FileNotFoundError:
        pytest.skip("LEFT OUT: no openssl to make a certificate with")
    return certificate, key


def serving_tls(stage: SimpleNamespace, authority: tuple[Path, Path]) -> object:
    """Return a TLS server that answers."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*authority)
    return stage.serving(stage.saying(stage.http(b"over TLS")), ssl=context)


def test_ones_own_authority_is_trusted(
    stage: SimpleNamespace, authority: tuple[Path, Path]
) -> None:
    """With SSL_CERT_FILE the server is known; without it nothing is sent, and said why."""

    async def go(environ: dict[str, str], host: str = "localhost") -> tuple[bytes, int]:
        async with serving_tls(stage, authority) as server:  # type: ignore[attr-defined]
            url = f"https://{host}:{server.port}"
            async with stage.client(environ=environ) as client:
                live = client.at(keyed(url, stage.KEY), "acme")
                try:
                    answer = await live.send(Request("POST", f"{url}/v1", (), b"{}"))
                except TrafficError as error:
                    return str(error).encode(), len(server.received)
                return answer.body, len(server.received)

    known = {"SSL_CERT_FILE": str(authority[0])}
    assert asyncio.run(go(known)) == (b"over TLS", 1)
    assert asyncio.run(go({"REQUESTS_CA_BUNDLE": str(authority[0])})) == (b"over TLS", 1)
    for environ, host in (({}, "localhost"), (known, "127.0.0.1")):
        said, received = asyncio.run(go(environ, host))
        assert b"its certificate is not trusted" in said
        assert b"SSL_CERT_FILE" in said
        assert received == 0


def test_https_goes_through_a_proxy_without_showing_the_key(
    stage: SimpleNamespace, authority: tuple[Path, Path]
) -> None:
    """CONNECT names the host; what follows is TLS, and the proxy sees no key."""

    async def go() -> tuple[bytes, str, bytes, object]:
        seen = bytearray()
        async with serving_tls(stage, authority) as server:  # type: ignore[attr-defined]

            async def tunnel(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                head = await reader.readuntil(b"\r\n\r\n")
                seen.extend(head)
                writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
                inner, outer = await asyncio.open_connection("127.0.0.1", server.port)

                async def pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
                    while data := await source.read(65536):
                        seen.extend(data)
                        sink.write(data)
                        await sink.drain()
                    sink.close()

                await asyncio.gather(pump(reader, outer), pump(inner, writer))

            proxy = await asyncio.start_server(tunnel, "127.0.0.1", 0)
            port = proxy.sockets[0].getsockname()[1]
            environ = {
                "HTTPS_PROXY": f"http://user:pass@127.0.0.1:{port}",
                "SSL_CERT_FILE": str(authority[0]),
            }
            async with stage.client(environ=environ) as client:
                live = client.at(keyed("https://models.test", stage.KEY), "acme")
                answer = await live.send(Request("POST", "https://models.test/v1", (), b"{}"))
            proxy.close()
            await asyncio.sleep(0.05)
            head = bytes(seen).partition(b"\r\n\r\n")[0].decode()
            return answer.body, head, bytes(seen), server.received[0]

    body, head, seen, received = asyncio.run(go())
    assert body == b"over TLS"
    assert head.startswith("CONNECT models.test:443 HTTP/1.1")
    assert stage.KEY.encode() not in seen
    assert received.headers["authorization"] == f"Bearer {stage.KEY}"  # type: ignore[attr-defined]
