import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { toJson } from '../kernel/json-text.ts'

/** The request header of endpoints whose answer a client may keep as long as it is the same. */
export const revalidating = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({ description: 'The `ETag` of an earlier answer; 304 where the answer is still that one' }),
  ),
})

const kept = new WeakMap<object, { text: string; tag: string }>()

/** Sends an answer that is the same object for everybody as long as it says the same; 304 to who has it already. */
export function sendRevalidated(request: FastifyRequest, reply: FastifyReply, answer: object): FastifyReply {
  const { text, tag } = kept.get(answer) ?? keep(answer)
  // Kept by its reader alone, because only who is signed in may read it.
  reply.header('etag', tag).header('cache-control', 'private, no-cache')
  const known = new Set((request.headers['if-none-match'] ?? '').split(',').map((one) => one.trim()))
  if (known.has(tag) || known.has('*')) return reply.status(304).send()
  return reply.type('application/json; charset=utf-8').send(text)
}

function keep(answer: object) {
  const text = toJson(answer)
  // Weak, as one that compresses answers may change the bytes and not what they say.
  const made = { text, tag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` }
  kept.set(answer, made)
  return made
}
