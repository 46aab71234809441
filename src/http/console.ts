import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import files from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { packageFolder } from '../kernel/own-files.ts'

/** The folder of the built console; it may not be there yet, or be replaced while the service runs. */
const builtConsole = join(packageFolder, 'console/dist')

/** No script, style, image or connection from elsewhere, and no page that frames the console. */
const policy =
  "default-src 'self'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** Serves the console below `/console/`: its files, and its one page for every address in it. */
export async function serveConsole(app: FastifyInstance, folder: string = builtConsole): Promise<void> {
  await app.register(files, {
    root: dirname(folder),
    serve: false,
    preCompressed: true,
    cacheControl: false,
    suppressWarning: true,
  })
  const hidden = { schema: { hide: true } }
  const answer = (name: string, reply: FastifyReply) => {
    protect(reply)
    if (/\.\w+$/.test(name)) return sendFile(reply, folder, name)
    if (!existsSync(join(folder, 'index.html'))) return explainAbsence(reply)
    return reply.header('cache-control', 'no-cache').sendFile('index.html', folder)
  }
  app.get('/console', hidden, (_request, reply) => answer('', reply))
  app.get<{ Params: { '*': string } }>('/console/*', hidden, ({ params }, reply) =>
    answer(params['*'], reply),
  )
}

/** Where `/` leads: people to the console, programs to the API document. */
export function frontPage({ headers }: FastifyRequest): string {
  return headers.accept?.includes('text/html') ? '/console/' : '/api/docs'
}

function sendFile(reply: FastifyReply, folder: string, name: string): FastifyReply {
  // The name of an asset holds a digest of its content.
  const lasting = name.startsWith('assets/') ? 'public, immutable, max-age=31536000' : 'no-cache'
  if (name.includes('..') || !existsSync(join(folder, name))) {
    reply.callNotFound()
    return reply
  }
  return reply.header('cache-control', lasting).sendFile(name, folder)
}

function protect(reply: FastifyReply): void {
  void reply
    .header('content-security-policy', policy)
    .header('referrer-policy', 'same-origin')
    .header('x-frame-options', 'DENY')
}

/** For a service without a build, and for the seconds in which it is made; the page asks again by itself. */
function explainAbsence(reply: FastifyReply): FastifyReply {
  return reply
    .status(503)
    .header('retry-after', '2')
    .header('refresh', '2')
    .type('text/html; charset=utf-8')
    .send(
      [
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Assay</title>',
        '<h1>The console is not built</h1>',
        '<p>If the service was started a moment ago, it is being built, and this page opens it by itself.</p>',
        '<p>Otherwise run <code>npm ci</code> and <code>npm run console</code> where the service is installed.</p>',
        '<p>The interface works without it: <a href="/api/docs">its documents</a>.</p></html>',
      ].join('\n'),
    )
}
