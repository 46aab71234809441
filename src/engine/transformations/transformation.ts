import type { TransformationName, TransformationProperties } from '../../model/computed-field.ts'
import type { DiscoveredField, FieldType } from '../../model/field.ts'
import type { CastType, DecimalDigits, Expression } from '../../sql/ast.ts'

/** A type that is known before any value is. */
export interface GivenType {
  type: FieldType
  cast: CastType
  /** Null or left out: those that the store gives its decimals. */
  digits?: DecimalDigits | null
}

/** A way in which a field is computed from others. */
export interface Transformation {
  name: TransformationName
  /** The types that its one source field may have; null: its expression names what it reads. */
  reads: readonly FieldType[] | null
  /** The settings that it has. */
  members: readonly (keyof TransformationProperties)[]
  /** Why these settings are none, and the member to blame; null when they are fine. */
  fault(
    properties: TransformationProperties,
  ): { member: keyof TransformationProperties; reason: string } | null
  /** The type of its values; null: only the store can tell. */
  gives(properties: TransformationProperties): GivenType | null
  /** NULL for what cannot be converted. `source` is there where `reads` is not null. */
  expression(properties: TransformationProperties, source: DiscoveredField | null): Expression
}

/** Keeps a transformation's own literal types. */
export const defineTransformation = (transformation: Transformation): Transformation => transformation
