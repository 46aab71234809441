// Written by `npm run generate`; do not edit.
import afterDateTime from './after-date-time.rule.ts'
import aggregationComparison from './aggregation-comparison.rule.ts'
import anyNotNull from './any-not-null.rule.ts'
import beforeDateTime from './before-date-time.rule.ts'
import betweenTimes from './between-times.rule.ts'
import between from './between.rule.ts'
import containsCreditCard from './contains-credit-card.rule.ts'
import containsEmail from './contains-email.rule.ts'
import containsSocialSecurityNumber from './contains-social-security-number.rule.ts'
import containsUrl from './contains-url.rule.ts'
import dataDiff from './data-diff.rule.ts'
import distinctCount from './distinct-count.rule.ts'
import entityResolution from './entity-resolution.rule.ts'
import equalToField from './equal-to-field.rule.ts'
import equalTo from './equal-to.rule.ts'
import existsIn from './exists-in.rule.ts'
import expectedSchema from './expected-schema.rule.ts'
import expectedValues from './expected-values.rule.ts'
import fieldCount from './field-count.rule.ts'
import freshness from './freshness.rule.ts'
import greaterThanField from './greater-than-field.rule.ts'
import greaterThan from './greater-than.rule.ts'
import isAddress from './is-address.rule.ts'
import isCreditCard from './is-credit-card.rule.ts'
import isReplicaOf from './is-replica-of.rule.ts'
import isType from './is-type.rule.ts'
import lessThanField from './less-than-field.rule.ts'
import lessThan from './less-than.rule.ts'
import matchesPattern from './matches-pattern.rule.ts'
import maxLength from './max-length.rule.ts'
import maxPartitionSize from './max-partition-size.rule.ts'
import maxValue from './max-value.rule.ts'
import metric from './metric.rule.ts'
import minLength from './min-length.rule.ts'
import minPartitionSize from './min-partition-size.rule.ts'
import minValue from './min-value.rule.ts'
import notEmpty from './not-empty.rule.ts'
import notExistsIn from './not-exists-in.rule.ts'
import notFuture from './not-future.rule.ts'
import notNegative from './not-negative.rule.ts'
import notNull from './not-null.rule.ts'
import positive from './positive.rule.ts'
import predictedBy from './predicted-by.rule.ts'
import requiredValues from './required-values.rule.ts'
import satisfiesExpression from './satisfies-expression.rule.ts'
import sum from './sum.rule.ts'
import timeDistributionSize from './time-distribution-size.rule.ts'
import unique from './unique.rule.ts'
import volumetric from './volumetric.rule.ts'

export default [
  afterDateTime,
  aggregationComparison,
  anyNotNull,
  beforeDateTime,
  betweenTimes,
  between,
  containsCreditCard,
  containsEmail,
  containsSocialSecurityNumber,
  containsUrl,
  dataDiff,
  distinctCount,
  entityResolution,
  equalToField,
  equalTo,
  existsIn,
  expectedSchema,
  expectedValues,
  fieldCount,
  freshness,
  greaterThanField,
  greaterThan,
  isAddress,
  isCreditCard,
  isReplicaOf,
  isType,
  lessThanField,
  lessThan,
  matchesPattern,
  maxLength,
  maxPartitionSize,
  maxValue,
  metric,
  minLength,
  minPartitionSize,
  minValue,
  notEmpty,
  notExistsIn,
  notFuture,
  notNegative,
  notNull,
  positive,
  predictedBy,
  requiredValues,
  satisfiesExpression,
  sum,
  timeDistributionSize,
  unique,
  volumetric,
] as const
