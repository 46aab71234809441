import type { Channel, ChannelProperty } from '../../channels/channel.ts'
import { ServiceError, type Violation } from '../../kernel/errors.ts'
import { listed } from '../../kernel/listed.ts'
import type { Choices } from './choices.ts'

/** Where in the body the parameters stand. */
type Place = readonly (string | number)[]

/** More choices than this are not listed in a refusal. */
const mostListed = 20

/**
 * A value for each of the channel's properties, null where nothing was given and there is no default. Blank text counts as not
 * given, because forms send it. Throws 422 that names every missing and every misfit parameter by its `place` in the body;
 * unknown ones are ignored.
 */
export function readParameters(
  channel: Channel,
  given: Record<string, unknown>,
  place: Place = ['parameters'],
): Record<string, unknown> {
  const values = Object.fromEntries(
    channel.properties.map(({ field, default: fallback }) => {
      const value = Object.hasOwn(given, field) ? given[field] : undefined
      return [field, isGiven(value) ? value : (fallback ?? null)]
    }),
  )
  refuse(channel, place, (property) => fault(property, values[property.field]))
  return values
}

/** Throws 422 for a value that the connected service does not list. */
export function checkChoices(channel: Channel, values: Record<string, unknown>, choices: Choices): void {
  refuse(channel, ['parameters'], ({ field }) => {
    const known = choices[field]?.map(({ value }) => value)
    const value = values[field]
    return !known || value === null || known.includes(String(value)) ? null : mustBeOneOf(known)
  })
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && !(typeof value === 'string' && value.trim() === '')
}

function refuse(channel: Channel, place: Place, faultOf: (property: ChannelProperty) => string | null): void {
  const violations = channel.properties.flatMap((property): Violation[] => {
    const text = faultOf(property)
    if (text === null) return []
    const { field } = property
    return [
      {
        loc: ['body', ...place, field],
        msg: `parameters.${field} ${text}.`,
        type: text === missing ? 'missing' : 'value_error',
      },
    ]
  })
  if (violations.length === 0) return
  const sentences = violations.map(({ msg }) => msg).join(' ')
  throw new ServiceError(
    'invalid',
    `The parameters do not fit the channel ${channel.display_name}: ${sentences}`,
    { violations },
  )
}

const missing = 'is required'

/** The fault of a value, completing a sentence that begins with its name; null when nothing is. */
function fault({ field, type, required, values }: ChannelProperty, value: unknown): string | null {
  if (value === null) return required ? missing : null
  if (type === 'object') {
    return typeof value === 'object' && !Array.isArray(value) ? null : 'must be an object'
  }
  if (typeof value !== 'string') return 'must be a string'
  // It is refused before it is stored: addresses are shown as they are.
  if (field === 'url' && hasLogin(value)) return 'must not hold a user name or a password'
  const known = values?.map((choice) => choice.value)
  return !known || known.includes(value) ? null : mustBeOneOf(known)
}

function hasLogin(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && (url.username !== '' || url.password !== '')
}

const mustBeOneOf = (known: readonly string[]): string => `must be one of: ${listed(known, mostListed)}`
