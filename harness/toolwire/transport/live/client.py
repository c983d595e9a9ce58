"""The live transport: one session and TLS context for all cases, one `Live` for each.

Redirects are never followed: a redirect is an answer. Cookies are not kept. What is recorded is
the request as the audit made it; the key and the user's own account are put in here, at the last
moment, and only for the endpoint's own origin.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from io import BytesIO
from types import TracebackType
from typing import Self

import aiohttp
from yarl import URL

from toolwire import __version__
from toolwire.io.clock import timestamp
from toolwire.io.guard import learn
from toolwire.io.secrets.search import hidden
from toolwire.model.errors import ToolwireError, TrafficError
from toolwire.model.exchange import Evidence, EvidenceLevel, Request, Response
from toolwire.providers.model import Target
from toolwire.transport.live.access import Access, access_to, origin_of
from toolwire.transport.live.body import Clock, read
from toolwire.transport.live.counts import Counts
from toolwire.transport.live.destination import Permission
from toolwire.transport.live.fault import FaultError, fault_of
from toolwire.transport.live.inflate import ACCEPTED
from toolwire.transport.live.limits import AnswerMemory, AttemptLimits
from toolwire.transport.live.retry import Retry
from toolwire.transport.live.scrubbing import Scrubbing
from toolwire.transport.live.throttle import Throttle, TokenBucket
from toolwire.transport.live.trust import proxy_for, tls_context
from toolwire.transport.live.user_headers import NO_HEADERS, UserHeaders
from toolwire.transport.scrub.exchange import scrub_url

_SHOWN = 100
_LARGE = 1024 * 1024
_HEADERS = {"User-Agent": f"toolwire/{__version__}", "Accept-Encoding": ACCEPTED}


@dataclass(frozen=True, slots=True)
class _Limiter:
    """What the cases of one provider share."""

    throttle: Throttle
    counts: Counts


class Client:
    """One HTTP client for a whole run; `async with` opens and closes it.

    Args:
        environ: keys, accounts, proxies and certificate authorities.
        limits: bounds of every attempt.
        retry: when to ask again.
        concurrency: requests at once to one provider.
        place: where targets are asked instead of where their provider files say; see `place_of`.
        permission: what the user allows beyond what ships.
        headers: what the user adds to every request, where its key goes and nowhere else.

    Raises:
        ToolwireError: the environment names certificate authorities that cannot be read.
    """

    def __init__(
        self,
        environ: Mapping[str, str],
        *,
        limits: AttemptLimits | None = None,
        retry: Retry | None = None,
        concurrency: int = 16,
        place: str = "",
        permission: Permission | None = None,
        headers: UserHeaders = NO_HEADERS,
    ) -> None:
        # A copy: looking a variable up in `os.environ` encodes and decodes it each time.
        self.environ = dict(environ)
        self.limits = limits or AttemptLimits()
        self.retry = retry or Retry()
        self.place = place
        self.permission = permission or Permission()
        self.headers = headers
        self.room = AnswerMemory(self.limits.room)
        self._concurrency = concurrency
        self._tls: ssl.SSLContext = tls_context(environ)
        self._limiters: dict[str, _Limiter] = {}
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        # The gates bound how many connections there are; the pool does not.
        connector = aiohttp.TCPConnector(limit=0, ssl=self._tls)
        self._session = aiohttp.ClientSession(
            connector=connector,
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            headers=_HEADERS,
            skip_auto_headers=("Content-Type",),
            timeout=aiohttp.ClientTimeout(total=None, connect=self.limits.connect),
        )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    @property
    def session(self) -> aiohttp.ClientSession:
        """Return the open session.

        Raises:
            RuntimeError: the client is not open.
        """
        if self._session is None:
            raise RuntimeError("the client is used outside of `async with`")
        return self._session

    def live(
        self,
        target: Target,
        permit: Callable[[], None] | None = None,
        *,
        limiter: str = "",
        retry: Retry | None = None,
    ) -> Scrubbing:
        """Return a transport for one case of a target, whose answers are scrubbed.

        Args:
            target: who is asked; its rate limit is kept to, but not in another's place.
            permit: called before every attempt; raises `TrafficError` to stop, for a budget.
            limiter: whose throttle and counts it shares; "" for those of the provider's cases.
            retry: when to ask again; None as the client does.

        Raises:
            TrafficError: it needs a key and there is none.
            ToolwireError: a variable of the account cannot stand in an address, or a key must
                not go there.
        """
        limit = None if self.place else target.provider.rate_limit
        per_minute = None if limit is None else limit.requests_per_minute
        pace = TokenBucket(per_minute, max(1, (per_minute or 0) // 60))
        access = access_to(target, self.environ, self.place, self.permission)
        if self.headers.pairs:
            told = self.headers.secrets((target.model.id, target.endpoint.base_url))
            access = replace(access, extra=self.headers, known=access.known | told)
        learn(access.known)
        source = "" if self.place else target.endpoint.base_url
        name = limiter or target.provider.id
        return Scrubbing(self.at(access, name, pace, permit=permit, source=source, retry=retry))

    def at(
        self,
        access: Access,
        name: str,
        pace: TokenBucket | None = None,
        *,
        permit: Callable[[], None] | None = None,
        source: str = "",
        retry: Retry | None = None,
    ) -> Live:
        """Return a transport for one case of any endpoint; what it is answered is not scrubbed.

        Args:
            access: the endpoint and its key.
            name: whose throttle and counts it shares; the first use sets the pace.
            pace: how fast; None for no limit.
            permit: see `live`.
            source: what evidence names; "" for the endpoint's address.
            retry: when to ask again; None as the client does.
        """
        limiter = self._limiters.get(name)
        if limiter is None:
            limiter = self._limiters[name] = _Limiter(
                Throttle(self._concurrency, pace or TokenBucket()), Counts()
            )
        source = source or _shown(access.base_url)
        return Live(self, access, limiter, permit=permit, source=source, retry=retry or self.retry)

    def counts(self, name: str | None = None) -> Counts:
        """Return the counts of this moment, of one provider or of all."""
        limiters = [limiter for key, limiter in self._limiters.items() if name in {None, key}]
        return sum((limiter.counts for limiter in limiters), Counts())


class Live:
    """Asks one endpoint; made by `Client.live` or `Client.at`, one for each case."""

    def __init__(
        self,
        client: Client,
        access: Access,
        limiter: _Limiter,
        *,
        permit: Callable[[], None] | None,
        source: str,
        retry: Retry,
    ) -> None:
        self._client = client
        self._retry = retry
        self._throttle = limiter.throttle
        self._counts = limiter.counts
        self._permit = permit
        self._source = source
        self._answered_at: str | None = None
        self._access = access

    @property
    def access(self) -> Access:
        """Return what opens the endpoint."""
        return self._access

    @property
    def evidence(self) -> Evidence:
        """Return `live`, the endpoint, and when it last answered."""
        return Evidence(EvidenceLevel.LIVE, self._source, self._answered_at)

    async def send(self, request: Request) -> Response:
        """Ask, and ask again where that may help.

        Raises:
            TrafficError: no attempt brought an answer, or there is no permit for one more.
        """
        retry = self._retry
        for attempt in range(1, retry.attempts + 1):
            last = attempt == retry.attempts
            response: Response | None = None
            try:
                async with self._throttle:
                    response = await self._counted(request)
                if last or not (response.broken_off or retry.wanted(response)):
                    self._answered_at = timestamp()
                    return response
            except FaultError as fault:
                if last or not fault.again:
                    raise TrafficError(
                        _failure(fault, attempt), where=self._host(request)
                    ) from None
            await asyncio.sleep(retry.pause(attempt, response))
            self._counts.retries += 1
        raise TrafficError("no attempt is allowed", hint="let there be one at least")

    async def _counted(self, request: Request) -> Response:
        if self._permit is not None:
            self._permit()
        counts = self._counts
        counts.requests += 1
        counts.sent += len(request.body)
        try:
            response = await self._attempt(request)
        except BaseException:
            counts.faults += 1
            raise
        counts.answers += 1
        counts.received += len(response.body)
        return response

    async def _attempt(self, request: Request) -> Response:
        limits = self._client.limits
        request = self.access.reached(request)
        url = _address(request.url)
        proxy = self._proxy(url)
        request = self.access.admit(request, url)
        started = asyncio.get_running_loop().time()
        clock: Clock | None = None
        try:
            first = started + min(limits.first_byte, limits.total)
            async with asyncio.timeout_at(first) as scope:
                clock = Clock(limits, started, scope)
                return await self._exchange(request, url, proxy, clock)
        except TimeoutError as error:
            # A connection that is not made in time is a subclass, and worth another attempt.
            if isinstance(error, aiohttp.ConnectionTimeoutError) or clock is None:
                raise fault_of(error) from None
            raise FaultError(clock.passed_deadline()) from None
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise fault_of(error) from None

    async def _exchange(
        self, request: Request, url: URL, proxy: URL | None, clock: Clock
    ) -> Response:
        reply = await self._client.session.request(
            request.method,
            url,
            data=_data(request.body),
            headers=request.headers,
            proxy=proxy,
            allow_redirects=False,
        )
        try:
            response = await read(reply, clock, self._client.limits, self._client.room)
        except BaseException:
            # Not released: whatever is still to come must not reach another case.
            reply.close()
            raise
        if response.broken_off:
            reply.close()
        else:
            reply.release()
        return response

    def _proxy(self, url: URL) -> URL | None:
        try:
            proxy = proxy_for(url, self._client.environ)
        except (ToolwireError, ValueError) as error:
            raise FaultError(str(error)) from None
        clear = proxy is not None and url.scheme == "http" and self.access.keyed
        if clear and not self.access.clear_text:
            raise FaultError(
                "the key would go through a proxy in clear text; use https or NO_PROXY"
            )
        return proxy

    def _host(self, request: Request) -> str:
        # As written, not as reached: reasons go into reports, accounts do not. A place the user
        # named instead is no account.
        scheme, host, port = origin_of(_address(self._client.place or request.url))
        return f"{scheme}://{host}" + (f":{port}" if port not in {None, 80, 443} else "")


def _data(body: bytes) -> bytes | BytesIO | None:
    # aiohttp warns of large bytes, which it would copy.
    return BytesIO(body) if len(body) >= _LARGE else body or None


def _address(text: str) -> URL:
    # Dialects encode their paths; encoding again would change `%3A` in a model's name.
    plain = text.isascii() and text.isprintable() and " " not in text
    try:
        url = URL(text, encoded=plain)
        origin_of(url)
    except ValueError:
        raise TrafficError("that is no address", where=_shown(text)) from None
    if url.scheme not in {"http", "https"} or not url.host:
        raise TrafficError("that is no address of http or https", where=_shown(text))
    return url


def _shown(url: str) -> str:
    plain = hidden(scrub_url(url)[0].encode("utf-8", "replace")).decode(errors="replace")
    return plain[:_SHOWN]


def _failure(fault: FaultError, attempt: int) -> str:
    return f"{fault.reason} ({attempt} attempts)" if attempt > 1 else fault.reason
