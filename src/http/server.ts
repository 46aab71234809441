import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchema,
} from 'fastify'
import { ServiceError } from '../kernel/errors.ts'
import { toJson } from '../kernel/json-text.ts'
import type { Caller } from '../model/principal.ts'
import type { RunEnvironment } from '../runs/operation.ts'
import { bearerToken, createAdmission, type Admission } from './admit.ts'
import { routesFor } from './all-routes.ts'
import { ordinaryBody, usualUploadMb } from './body-bounds.ts'
import { serveCliSignIn } from './cli-sign-in.ts'
import { compressAnswers, compressed } from './compression.ts'
import { frontPage, serveConsole } from './console.ts'
import { serveDocument } from './document/serve-document.ts'
import { answerTo } from './errors.ts'
import { EventStream, sendEvents } from './event-stream.ts'
import { acceptJson } from './json-body.ts'
import { refuseMisplaced } from './misplaced-members.ts'
import { KeptAnswers } from './kept-answers.ts'
import { knownMethods } from './known-methods.ts'
import { serveAgents } from './mcp/serve-agents.ts'
import { memberNames } from './misspellings.ts'
import { acceptFiles, fileOf } from './multipart.ts'
import { countRequests, type RequestMetrics } from './metrics/request-metrics.ts'
import { originOf } from './request-origin.ts'
import { sendRevalidated } from './revalidation.ts'
import { serveProviderSignIn } from './provider-sign-in.ts'
import { Download, FromState, FromVersion, Metrics, type Route, type RouteInput } from './route.ts'
import { hasSessionCookie, keepSession, onlySecret, SessionAnswer } from './session-cookie.ts'
import { expectNames, validatorCompiler } from './validator.ts'

/** What the server leaves to others. */
export interface ServerOptions {
  /** Throws ServiceError `unauthenticated` for a token that is absent, unknown, expired or revoked. */
  authenticate(token: string | undefined): Promise<Caller>
}

/** The HTTP side of the service, not yet listening: every route answers under `/api` and, undocumented, without the prefix. */
export async function createServer(
  environment: RunEnvironment,
  options: ServerOptions,
): Promise<FastifyInstance> {
  const routes = routesFor(environment.operations)
  const refuse = refusing(environment)
  const app = fastify({
    bodyLimit: ordinaryBody,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    // No parameter is longer than an address may be, so that each is for its route to judge.
    routerOptions: { maxParamLength: 64 * 1024, ignoreTrailingSlash: true },
    rewriteUrl: ({ url = '/' }) => withoutPrefix(url),
    frameworkErrors: (error, request, reply) => void refuse(error, request, reply),
  })
  app.setErrorHandler(refuse)
  app.setReplySerializer(toJson)
  app.setNotFoundHandler((request, reply) => {
    const sentence = `There is no ${request.method} on this path; /api/docs lists what there is.`
    return refuse(new ServiceError('not_found', sentence), request, reply)
  })
  expectNames(memberNames(routes.flatMap(({ responses }) => Object.values(responses))))
  app.setValidatorCompiler(validatorCompiler)
  acceptJson(app)
  acceptFiles(app)
  const methodsOf = knownMethods(routes)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store')
    refuseMethod(request, reply, methodsOf(pathOf(request), request.is404))
  })
  const metrics = countRequests(app)
  await compressAnswers(app)
  await serveDocument(app, routes)
  await serveConsole(app)
  app.get('/', { schema: { hide: true } }, (request, reply) => reply.redirect(frontPage(request)))
  const admission = createAdmission(environment, (token) => options.authenticate(token))
  await serveCliSignIn(app, environment, admission)
  await serveProviderSignIn(app, environment)
  const served = { environment, admission, metrics, kept: new KeptAnswers() }
  for (const route of routes) register(app, route, served)
  serveAgents(app, environment, routes, (token) => options.authenticate(token))
  return app
}

/** Sends the answer to an error, with the headers that belong to its status. */
function refusing({ log }: RunEnvironment) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const where = `${request.method} /api${request.routeOptions.url ?? '?'}`
    const { status, body } = answerTo(error, log, where)
    if (status === 401) {
      reply.header('www-authenticate', 'Bearer')
      // The browser's own pages cannot delete it.
      if (bearerToken(request) === undefined && hasSessionCookie(request)) keepSession(request, reply, null)
    }
    if (status === 503) reply.header('retry-after', '1')
    return reply.status(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
  }
}

/** A path as it is registered. The pages of the document stay under the prefix, because they refer to one another by it. */
function withoutPrefix(url: string): string {
  return url.startsWith('/api/') && !url.startsWith('/api/docs') ? url.slice('/api'.length) : url
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? ''
}

/** What all endpoints are served with. */
interface Served {
  environment: RunEnvironment
  admission: Admission
  metrics: RequestMetrics
  kept: KeptAnswers
}

function register(
  app: FastifyInstance,
  route: Route,
  { environment, admission, metrics, kept }: Served,
): void {
  const principals = new WeakMap<FastifyRequest, Caller>()
  const isOpen = route.access === 'open'
  const status = Number(Object.keys(route.responses)[0])
  app.route({
    ...(route.media_type === undefined && compressed),
    method: route.method,
    url: patternOf(route.path),
    schema: requestSchema(route),
    bodyLimit: largestBody(environment, route),
    config: { takes_file: route.takes_file ?? false },
    // Before the body is read: a caller without a token learns nothing else about the request.
    async onRequest(request) {
      if (isOpen) admission.admitAnybody(request)
      else principals.set(request, await admission.admit(request))
    },
    async preHandler({ query, body }) {
      refuseMisplaced({ query: route.query ?? null, body: route.body ?? null }, { query, body })
    },
    async handler(request, reply) {
      const principal = principals.get(request)
      const same = principal && kept.find(principal, request)
      if (same) return sendJson(reply.status(status), same)
      const endpoint = `${request.method} ${pathOf(request)}`
      const origin = originOf(request, endpoint)
      const context = { ...environment, ...(principal && { principal }), origin }
      const answer = await route.handler(context as never, inputOf(request) as never)
      if (answer instanceof EventStream) {
        return sendEvents(request, reply, answer, {
          readmit: () => admission.readmit(request),
          refusal: (error) => answerTo(error, environment.log, endpoint).body,
        })
      }
      reply.status(status)
      if (principal && answer instanceof FromState) {
        return sendJson(reply, kept.keep(principal, request, toJson(answer.value)))
      }
      if (answer instanceof Metrics) return sendMetrics(reply, answer, metrics)
      return sendAnswer(request, reply, answer)
    },
  })
}

function inputOf(request: FastifyRequest): RouteInput<unknown, unknown, unknown> {
  const { params, query, body = null } = request
  return { params, query, body, file: fileOf(request), session: onlySecret(request) }
}

function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: unknown): FastifyReply {
  if (answer instanceof Download) return sendDownload(reply, answer)
  if (answer instanceof SessionAnswer) {
    keepSession(request, reply, answer.session)
    return reply.send(answer.body)
  }
  if (answer instanceof FromVersion) return sendRevalidated(request, reply, answer.value)
  return reply.send(answer)
}

function sendJson(reply: FastifyReply, json: Buffer): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json)
}

function largestBody({ sources }: RunEnvironment, { largest_body }: Route): number {
  if (largest_body === 'upload') return (sources.upload_mb ?? usualUploadMb) * 1024 * 1024
  return largest_body ?? ordinaryBody
}

/** The parts of a request that are checked; answers go out as they are, because serialising by a schema drops members. */
function requestSchema({ params, query, body, headers }: Route): FastifySchema {
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(headers && { headers }),
  }
}

/** A known path answers 405 to the methods that it does not have, before a body is looked at. */
function refuseMethod(request: FastifyRequest, reply: FastifyReply, allowed: readonly string[]): void {
  if (allowed.length === 0 || allowed.some((method) => method === request.method)) return
  reply.header('allow', allowed.join(', '))
  throw new ServiceError(
    'method_not_allowed',
    `${request.method} is not possible on this path, but ${allowed.join(', ')}.`,
  )
}

/** `/users/{id}` as the router writes it. */
function patternOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

async function sendMetrics(reply: FastifyReply, { text }: Metrics, own: RequestMetrics): Promise<string> {
  reply.type('text/plain; version=0.0.4; charset=utf-8')
  return `${text}${await own.print()}`
}

function sendDownload(reply: FastifyReply, { file_name, media_type, content }: Download): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="${file_name.replaceAll(/[^\w.-]/g, '_')}"`)
    .type(media_type)
    .send(content)
}
