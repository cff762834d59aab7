import { randomUUID } from "node:crypto";
import staticFiles from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RenderedPage } from "#contract/rendered-page.ts";
import { splitLanguage } from "#domain/language/language-path.ts";
import { BEFORE_SIGN_IN, safeReturnAddress, signInAddress } from "#domain/auth/return-address.ts";
import { DEFAULT_LANGUAGE } from "#domain/language/language.ts";
import type { BuiltSite, Fetch } from "./built-site.ts";
import { type CallNeeds, sessionTokenOf } from "./call.ts";
import { createDocumentWriter, type DemoCredentials, type HtmlDocument } from "./document.ts";
import type { CachedPage, PageCache } from "./page-cache.ts";
import { type MaySendFiles, readFormWithFiles, type SentForm } from "./page-form.ts";
import { notFoundResponse } from "./not-found.ts";
import { isCall } from "./request-path.ts";
import { readForms } from "./read-forms.ts";
import { baseHeaders, FILE_POLICY, WORKER_POLICY } from "./security-headers.ts";

export type PageNeeds = CallNeeds & {
  site: BuiltSite;
  cache: PageCache;
  /** When the pages next have to stop offering a night, in ms. */
  nightsValidUntil: () => Promise<number>;
  demo: DemoCredentials | null;
  /** The origin of the storage for the portal's uploads, if it is not this server. */
  uploadsTo: string | null;
  maySendFiles: MaySendFiles;
};

type Rendered = { page: RenderedPage; document: HtmlDocument; setCookies: string[] };

const FILES_TYPE = "multipart/form-data";
const FORM_LIMIT_BYTES = 32_768;
const YEAR_SECONDS = 31_536_000;
const WORKER_PATH = "/admin/service-worker.js";

/** Serves built files, and renders every page that the cache cannot serve. */
export async function mountPages(app: FastifyInstance, needs: PageNeeds): Promise<{ warm: () => Promise<void> }> {
  const { site, cache, publicUrl } = needs;
  const secure = publicUrl?.startsWith("https:") ?? false;
  const write = createDocumentWriter(site, { secure, demo: needs.demo, uploadsTo: needs.uploadsTo });
  const constantHeaders = baseHeaders(publicUrl);
  const sharedPaths = new Set(site.sharedPaths);

  await app.register(async (pages) => {
    await pages.register(staticFiles, {
      root: site.clientDir,
      serve: false,
      preCompressed: true,
      setHeaders: (response, path) => {
        const immutable = path.includes("/assets/") || path.includes("\\assets\\");
        response.header(
          "cache-control",
          immutable ? `public, max-age=${YEAR_SECONDS}, immutable` : "public, max-age=3600",
        );
        response.header("content-security-policy", FILE_POLICY);
      },
    });
    readForms(pages, FORM_LIMIT_BYTES);
    // The permission to send files is checked before the files are read.
    pages.addContentTypeParser(FILES_TYPE, (_request, _body, done) => done(null));
    pages.addHook("onRequest", async (request, reply) =>
      isCall(request) ? notFoundResponse(request, reply, needs) : undefined,
    );
    pages.get("/*", { config: { access: "anyone" } }, showPage);
    pages.post("/*", { config: { access: "anyone" } }, receiveForm);
  });

  async function showPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { path, search } = addressOf(request);
    if (site.files.has(path)) return reply.sendFile(path);
    if (path === WORKER_PATH) return sendWorker(reply);
    const elsewhere = await portalRedirect(path, search, request);
    if (elsewhere) return redirectUncached(reply, elsewhere);

    // Cached only under its own address: the router also accepts capitals and trailing slashes, in endless variations.
    const isShared = sharedPaths.has(path);
    // If the database is unavailable, nothing is cached.
    const validUntil = isShared ? await needs.nightsValidUntil().catch(() => 0) : 0;
    // After startup, many visitors may ask for a page that is not cached yet. It is rendered only once, for the first
    // of them.
    const pending = isShared ? await cache.pending(path, validUntil) : null;
    if (pending) return reply.headers(pending.headers).header("cache-control", "no-store").send(pending.html);

    // A page shared by everyone ignores the query string.
    const rendered = render({ path, search: isShared ? "" : search }, request);
    // The first visitor does not wait until the page is compressed for the cache.
    if (isShared) cache.add(path, rendered.then(forEveryone), validUntil);
    const { page, document, setCookies } = await rendered;
    if (page.status === 503 && cache.serveStale(request.url, request.raw, reply.raw)) {
      return reply.hijack();
    }
    return send(reply, page, document, setCookies);
  }

  async function render(address: { path: string; search: string }, request: FastifyRequest): Promise<Rendered> {
    const { fetch, setCookies } = innerFetch(app, request);
    const page = await site.renderPage({ ...address, publicUrl, fetch, newKey: randomUUID });
    return { page, document: write(page), setCookies };
  }

  function forEveryone({ page, document }: Rendered): CachedPage | null {
    if (!page.shared || page.status !== 200) return null;
    return { html: document.html, headers: { ...constantHeaders, ...document.headers } };
  }

  /** Never from a cache without revalidation: after an upgrade, the browser's next check finds the new worker. */
  function sendWorker(reply: FastifyReply): FastifyReply {
    return reply
      .type("text/javascript; charset=utf-8")
      .header("cache-control", "no-cache")
      .header("content-security-policy", WORKER_POLICY)
      .send(site.worker);
  }

  async function receiveForm(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { path, search } = addressOf(request);
    const { form, files, problem } = await sentForm(request, reply, path);
    const refused = problem && { status: problem.status, problem: problem.bodyIn(splitLanguage(path).language) };
    const inner = innerFetch(app, request);
    const sent = { form, files, refused };
    const page = await site.submitForm({ path, search, publicUrl, ...sent, fetch: inner.fetch, newKey: randomUUID });
    return send(reply, page, write(page), inner.setCookies);
  }

  async function sentForm(request: FastifyRequest, reply: FastifyReply, path: string): Promise<SentForm> {
    if (request.headers["content-type"]?.startsWith(FILES_TYPE)) {
      return readFormWithFiles(request, reply, { path, maySend: needs.maySendFiles });
    }
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    return { form, files: [], problem: null };
  }

  function send(reply: FastifyReply, page: RenderedPage, document: HtmlDocument, setCookies: string[]): FastifyReply {
    // Several API calls made for one form may set the same cookie.
    if (setCookies.length > 0) void reply.header("set-cookie", [...new Set(setCookies)]);
    if (page.redirect) return redirectUncached(reply, page.redirect);
    if (page.status === 503) void reply.header("retry-after", "5");
    // RFC 9110 15.5.6
    if (page.status === 405) void reply.header("allow", "GET, HEAD");
    return reply.code(page.status).headers(document.headers).header("cache-control", "no-store").send(document.html);
  }

  /** Portal pages contain no data; without a session the sign-in page comes first and then redirects to the page. */
  async function portalRedirect(path: string, search: string, request: FastifyRequest): Promise<string | null> {
    if (path !== "/admin" && !path.startsWith("/admin/")) return null;
    const token = sessionTokenOf(request, publicUrl);
    const signedIn = token !== null && (await needs.authenticate(token)) !== null;
    if (BEFORE_SIGN_IN.includes(path)) {
      if (!signedIn || path !== "/admin/login") return null;
      return safeReturnAddress(new URLSearchParams(search).get("next")) ?? "/admin/dashboard";
    }
    if (!signedIn) return signInAddress(path + search);
    return path === "/admin" || path === "/admin/" ? "/admin/dashboard" : null;
  }

  return {
    warm: async () => {
      // The other languages are rendered for their first visitor.
      for (const path of sharedPaths) {
        if (splitLanguage(path).language !== DEFAULT_LANGUAGE) continue;
        await app.inject({ url: path });
        await cache.settled(path);
      }
    },
  };
}

/** Only for this visitor at this moment: a cached redirect would send a signed-in host to the sign-in page. */
function redirectUncached(reply: FastifyReply, address: string): FastifyReply {
  return reply.header("cache-control", "no-store").redirect(address, 303);
}

function addressOf(request: FastifyRequest): { path: string; search: string } {
  const at = request.url.indexOf("?");
  const path = at < 0 ? request.url : request.url.slice(0, at);
  return { path, search: at < 0 ? "" : request.url.slice(at) };
}

/**
 * Calls the API in-process as the visitor, with their address and cookies. Cookies that the API sets apply to later
 * calls and are returned to the visitor at the end.
 */
function innerFetch(app: FastifyInstance, request: FastifyRequest): { fetch: Fetch; setCookies: string[] } {
  const setCookies: string[] = [];
  const jar = new Map(Object.entries(request.cookies));
  const fetch: Fetch = async (url, init) => {
    const response = await app.inject({
      url,
      method: init?.method === "POST" || init?.method === "PUT" ? init.method : "GET",
      remoteAddress: request.ip,
      headers: {
        ...Object.fromEntries(new Headers(init?.headers)),
        host: request.host,
        "user-agent": request.headers["user-agent"] ?? "",
        "x-forwarded-for": request.ip,
        "x-forwarded-proto": request.protocol,
        // The values were decoded, so they are encoded again: otherwise, one of them could add a cookie, even one with
        // the prefix `__Host-`.
        cookie: [...jar].map(([name, value]) => `${name}=${encodeURIComponent(value ?? "")}`).join("; "),
      },
      ...(typeof init?.body === "string" ? { payload: init.body } : {}),
      ...(init?.body instanceof Blob ? { payload: Buffer.from(await init.body.arrayBuffer()) } : {}),
    });
    for (const cookie of response.cookies) jar.set(cookie.name, cookie.value);
    const given = response.headers["set-cookie"];
    setCookies.push(...(Array.isArray(given) ? given : given ? [given] : []));
    const headers = { "content-type": String(response.headers["content-type"] ?? "application/json") };
    return new Response(response.statusCode === 204 ? null : response.rawPayload, {
      status: response.statusCode,
      headers,
    });
  };
  return { fetch, setCookies };
}
