import type { TransformationProperties } from '../../model/computed-field.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Expression } from '../../sql/ast.ts'
import { call, column, text } from '../../sql/build.ts'
import { defineTransformation } from './transformation.ts'

/** Terms that say what kind of business it is. */
const businessTerms =
  `Inc Incorporated Ltd Limited Co Company Corp Corporation LLC L.L.C LLP L.L.P LP L.P PLC P.L.C GmbH AG KG
  SA S.A SAS S.A.S SARL S.A.R.L SpA S.p.A Srl S.r.l BV B.V NV N.V Pty AB AS A/S Oy ApS SE KK Holding Holdings Group`.split(
    /\s+/,
  )

/** The terms that are dropped, the longest first, so that no part of one is taken for another. */
export function droppedTerms({ terms_to_drop, terms_to_ignore }: TransformationProperties): string[] {
  const ignored = new Set((terms_to_ignore ?? []).map((term) => plain(term)))
  const terms = [...businessTerms, ...(terms_to_drop ?? [])].map((term) => plain(term))
  return [...new Set(terms)]
    .filter((term) => term !== '' && !ignored.has(term))
    .sort((one, other) => other.length - one.length || (one < other ? -1 : 1))
}

/** Letter case and points at the end do not tell terms apart. */
const plain = (term: string): string =>
  term
    .trim()
    .replace(/[.,]+$/, '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()

/** A pattern for the term in any letter case, in the part of the language that all engines share. */
function patternOf(term: string): string {
  return [...term]
    .map((character) => {
      const upper = character.toUpperCase()
      if (upper !== character && [...upper].length === 1) return `[${upper}${character}]`
      return /[A-Za-z0-9 \u0080-\uffff]/.test(character) ? character : bracketed(character)
    })
    .join('')
}

const bracketed = (character: string): string =>
  ['^', '\\', ']', '['].includes(character) ? `\\${character}` : `[${character}]`

/** The name of a business or person without terms such as Inc., Ltd. or LLC, at the chosen places. */
export const cleanedEntityName = defineTransformation({
  name: 'cleanedEntityName',
  reads: ['String'],
  members: ['drop_from_suffix', 'drop_from_prefix', 'drop_from_interior', 'terms_to_drop', 'terms_to_ignore'],
  fault: () => null,
  gives: () => ({ type: 'String', cast: 'string' }),
  expression(properties, source) {
    const terms = droppedTerms(properties).map((term) => patternOf(term))
    let name: Expression = call('collapse_whitespace', column(source as DiscoveredField))
    if (terms.length === 0) return name
    const term = `(${terms.join('|')})[.,]?`
    const drop = (pattern: string, left: string): void => {
      name = call('replace_matches', name, text(pattern), text(left))
    }
    if (properties.drop_from_suffix ?? true) drop(`([ ,]+${term})+$`, '')
    if (properties.drop_from_prefix ?? false) drop(`^(${term}[ ,]+)+`, '')
    if (properties.drop_from_interior ?? false) drop(`([ ,]+${term})+[ ,]+`, ' ')
    return name
  },
})
