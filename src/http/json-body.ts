import type { FastifyInstance } from 'fastify'
import { ServiceError } from '../kernel/errors.ts'
import { holdsTooMany, mostValues } from './body-bounds.ts'
import { withExactNumbers } from './exact-numbers.ts'

const tooManyValues = new ServiceError(
  'too_large',
  `The body holds more than ${mostValues} values; send it in several requests.`,
)

const encodedBody = (encoding: string): ServiceError =>
  new ServiceError(
    'unsupported_media',
    `The body is sent with "Content-Encoding: ${encoding.slice(0, 40)}", which is not read here; send it as it is.`,
  )

/** JSON is the one accepted body; an empty one counts as none, because clients send the content type always. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    const encoding = request.headers['content-encoding'] ?? 'identity'
    if (!/^identity$/i.test(encoding)) done(encodedBody(encoding))
    else if (text.trim() === '') done(null, null)
    else if (holdsTooMany(text)) done(tooManyValues)
    else
      void parse(request, text, (error, body) =>
        done(error, error ? undefined : withExactNumbers(text, body)),
      )
  })
}
