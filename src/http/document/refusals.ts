import { Type } from 'typebox'
import { errorCatalogue } from '../../kernel/errors.ts'
import { described } from '../../model/wire.ts'
import { bulkBody, mostValues, ordinaryBody } from '../body-bounds.ts'
import type { Route } from '../route.ts'

/** The body of an error; `detail` is a list only where single members were refused. */
export const ErrorBody = Type.Object(
  {
    detail: Type.Union(
      [
        Type.String(),
        Type.Array(
          Type.Object(
            {
              loc: described(
                Type.Array(Type.Union([Type.String(), Type.Integer()])),
                'Where it is: the part of the request, then names and positions',
              ),
              msg: Type.String({ description: 'What is wrong with it, and what to do' }),
              type: Type.String({ description: 'Which rule of validation it breaks' }),
            },
            { title: 'RefusedMember', description: 'Why one member of the request was refused' },
          ),
        ),
      ],
      {
        description:
          'What is wrong, where, and what to do: a sentence, or one entry for every member that was refused',
      },
    ),
    code: described(Type.Enum(Object.keys(errorCatalogue)), 'A word that stays the same, for programs'),
  },
  { title: 'Error', description: 'Why a request was refused' },
)

/** Statuses of refusals with the name and the description that they have in the API document. */
export const refusals: Record<number, { name: string; description: string; header?: [string, string] }> = {
  400: { name: 'Malformed', description: 'The body is no JSON, or the path holds no valid id' },
  401: {
    name: 'Unauthenticated',
    description: 'The API token is missing or not valid',
    header: ['WWW-Authenticate', 'Bearer'],
  },
  403: { name: 'Forbidden', description: 'The role or a team permission does not allow it' },
  404: { name: 'NotFound', description: 'It, or something that the request names, does not exist' },
  409: { name: 'Conflict', description: 'The state of things does not allow it' },
  413: {
    name: 'TooLarge',
    description: `The body is above ${ordinaryBody / 2 ** 20} MiB (${bulkBody / 2 ** 20} MiB where many things are changed at once), or holds more than ${mostValues} values`,
  },
  415: {
    name: 'UnsupportedMedia',
    description: 'The body is not sent as JSON, or the state does not allow it',
  },
  422: { name: 'Invalid', description: 'The query or the body does not pass validation' },
  431: { name: 'HeadersTooLarge', description: 'The address and the headers are above 64 KiB' },
  500: { name: 'Internal', description: 'A fault of the service, which its log describes' },
  503: {
    name: 'Unavailable',
    description: 'The service cannot answer right now',
    header: ['Retry-After', 'Seconds to wait'],
  },
}

/** Every status with which a route can refuse, lowest first. What follows from its parts need not be declared. */
export function refusalsOf({ method, access, params, query, body, refuses = [] }: Route): number[] {
  const readsBody = method !== 'GET'
  const found = new Set<number>([431, 500, 503, ...refuses])
  if (access !== 'open') found.add(401).add(403)
  if (params) found.add(400).add(404)
  if (readsBody) found.add(400).add(404).add(409).add(413).add(415)
  if (query || body) found.add(422)
  return [...found].sort((one, other) => one - other)
}
