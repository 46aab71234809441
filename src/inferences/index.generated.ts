// Written by `npm run generate`; do not edit.
import afterDateTime from './after-date-time.inference.ts'
import anyNotNull from './any-not-null.inference.ts'
import beforeDateTime from './before-date-time.inference.ts'
import betweenTimes from './between-times.inference.ts'
import between from './between.inference.ts'
import containsEmail from './contains-email.inference.ts'
import containsUrl from './contains-url.inference.ts'
import equalToField from './equal-to-field.inference.ts'
import existsIn from './exists-in.inference.ts'
import expectedSchema from './expected-schema.inference.ts'
import expectedValues from './expected-values.inference.ts'
import freshness from './freshness.inference.ts'
import greaterThanField from './greater-than-field.inference.ts'
import greaterThan from './greater-than.inference.ts'
import isCreditCard from './is-credit-card.inference.ts'
import isType from './is-type.inference.ts'
import lessThan from './less-than.inference.ts'
import matchesPattern from './matches-pattern.inference.ts'
import maxLength from './max-length.inference.ts'
import minLength from './min-length.inference.ts'
import mostlyExpectedValues from './mostly-expected-values.inference.ts'
import mostlyMatchesPattern from './mostly-matches-pattern.inference.ts'
import mostlyNotNull from './mostly-not-null.inference.ts'
import notEmpty from './not-empty.inference.ts'
import notFuture from './not-future.inference.ts'
import notNegative from './not-negative.inference.ts'
import notNull from './not-null.inference.ts'
import predictedBy from './predicted-by.inference.ts'
import unique from './unique.inference.ts'
import volumetric from './volumetric.inference.ts'

export default [
  afterDateTime,
  anyNotNull,
  beforeDateTime,
  betweenTimes,
  between,
  containsEmail,
  containsUrl,
  equalToField,
  existsIn,
  expectedSchema,
  expectedValues,
  freshness,
  greaterThanField,
  greaterThan,
  isCreditCard,
  isType,
  lessThan,
  matchesPattern,
  maxLength,
  minLength,
  mostlyExpectedValues,
  mostlyMatchesPattern,
  mostlyNotNull,
  notEmpty,
  notFuture,
  notNegative,
  notNull,
  predictedBy,
  unique,
  volumetric,
] as const
