import { Type } from 'typebox'
import { described } from '../model/wire.ts'
import { anyOf } from './query.ts'

/** The query member that names what is counted; all of `names` where it is left out. */
export const facetQuery = <const Names extends string[]>(names: readonly [...Names]) => ({
  facet: Type.Optional(
    described(anyOf(names), 'By what they are counted, any of several. Left out: by each'),
  ),
})
