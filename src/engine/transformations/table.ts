import type { TransformationName } from '../../model/computed-field.ts'
import { castValue } from './cast.ts'
import { cleanedEntityName } from './cleaned-entity-name.ts'
import { convertFormattedNumeric } from './convert-formatted-numeric.ts'
import { customExpression } from './custom-expression.ts'
import type { Transformation } from './transformation.ts'

/** Every transformation by its name. */
export const transformationsByName: Record<TransformationName, Transformation> = {
  cast: castValue,
  cleanedEntityName,
  convertFormattedNumeric,
  customExpression,
}
