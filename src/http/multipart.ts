import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidMember, ServiceError } from '../kernel/errors.ts'
import type { UploadedFile } from '../model/uploaded-file.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** See Route. */
    takes_file?: boolean
  }
}

/** Parts of a body that are looked at; more mean nothing anywhere. */
const mostParts = 20

/** The files that came with requests. A body has its texts alone: whoever checks or shows bodies does not walk through files. */
const files = new WeakMap<FastifyRequest, UploadedFile>()

/** The file of a request; null for none. */
export const fileOf = (request: FastifyRequest): UploadedFile | null => files.get(request) ?? null

/** Lets the routes that take a file be asked with multipart/form-data: its texts become the body, its `file` the file. */
export function acceptFiles(app: FastifyInstance): void {
  app.addContentTypeParser<Buffer>(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, content: Buffer) => {
      if (request.routeOptions.config.takes_file !== true) throw new ServiceError('unsupported_media')
      const type = request.headers['content-type'] ?? ''
      const form = await formOf(type, content)
      const body: Record<string, string> = {}
      for (const [name, value] of form) {
        if (typeof value === 'string') body[name] = value
        else if (name !== 'file' || files.has(request))
          throw invalidMember(name, 'Send one file, under the name "file".')
        else files.set(request, { name: value.name, content: Buffer.from(await value.arrayBuffer()) })
      }
      return body
    },
  )
}

async function formOf(type: string, content: Buffer): Promise<FormData> {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw malformed()
  if (holdsMore(content, `--${boundary}`, mostParts + 1))
    throw new ServiceError('too_large', `The body has more than ${mostParts} parts.`)
  try {
    return await new Response(new Uint8Array(content), { headers: { 'content-type': type } }).formData()
  } catch (cause) {
    throw malformed(cause)
  }
}

const malformed = (cause?: unknown): ServiceError =>
  new ServiceError('malformed', 'The body is not valid multipart/form-data.', { cause })

function holdsMore(content: Buffer, text: string, most: number): boolean {
  let at = content.indexOf(text)
  for (let found = 0; at !== -1; at = content.indexOf(text, at + text.length)) {
    found += 1
    if (found > most) return true
  }
  return false
}
