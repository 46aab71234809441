import { CheckCost } from '../../model/check-cost.ts'
import { Type } from 'typebox'
import { CheckDryRun, CheckValidation, DryRunInput, trialBounds } from '../../model/check-trial.ts'
import { CheckSql, ExplainedRule, RuleSpecification } from '../../model/rule-type.ts'
import { nullable } from '../../model/wire.ts'
import { dryRunCheck } from '../../services/checks/dry-run.ts'
import { listExplainedRules } from '../../services/checks/rule-examples.ts'
import { listRuleTypes } from '../../services/checks/rule-types.ts'
import { listCheckCosts } from '../../services/checks/costs.ts'
import { readCheckSql } from '../../services/checks/sql.ts'
import { validateNewCheck } from '../../services/checks/validate.ts'
import { NewCheck } from '../bodies.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { idPath } from '../paths.ts'
import { revalidating } from '../revalidation.ts'
import { defineRoute, defineRoutes, FromVersion } from '../route.ts'

export default defineRoutes('Quality checks', [
  defineRoute({
    id: 'listRuleTypes',
    method: 'GET',
    path: '/quality-checks/rule-types',
    summary: 'List the rule types',
    doc: 'Every rule type with its properties, the fields that it judges and examples, so that a client can offer an editor of checks.',
    need: 'Member',
    responses: { 200: Type.Array(RuleSpecification) },
    handler: () => listRuleTypes(),
  }),
  defineRoute({
    id: 'listExplainedRules',
    method: 'GET',
    path: '/quality-checks/rules',
    summary: 'List the rule types with executed examples',
    doc: 'The same with the tables of the examples: the rows that a check judges, and which of them fail. Ask again with the `ETag` of the last answer in `If-None-Match`, and 304 says that nothing has changed.',
    need: 'Member',
    headers: revalidating,
    responses: { 200: Type.Array(ExplainedRule), 304: null },
    handler: async () => new FromVersion(await listExplainedRules()),
  }),
  defineRoute({
    id: 'readCheckSql',
    method: 'GET',
    path: '/quality-checks/{id}/sql',
    summary: 'Read how a quality check is judged',
    doc: 'The statements by which scans judge a check in its own store, for reading; the source is not asked.',
    need: 'Reporter',
    params: idPath,
    responses: { 200: CheckSql },
    handler: (context, { params }) => readCheckSql(context, params.id),
  }),
  defineRoute({
    id: 'listCheckCosts',
    method: 'GET',
    path: '/quality-checks/{id}/costs',
    summary: 'List what a quality check cost',
    doc: 'What a check cost in the container scans that judged it, the newest first: by the statements that these keep, at most 40 of each part.',
    need: 'Reporter',
    params: idPath,
    query: Type.Object(pageQuery),
    responses: { 200: pageOf('CheckCostPage', CheckCost) },
    handler: (context, { params, query }) => listCheckCosts(context, params.id, query),
  }),
  defineRoute({
    id: 'validateCheck',
    method: 'POST',
    path: '/quality-checks/validate',
    summary: 'Try a quality check before it is made',
    doc: 'Judges a check that is not kept over the data as they are now, by the steps of a scan and in bounded time.',
    need: 'Drafter',
    body: Type.Object(
      { quality_check: NewCheck, ...trialBounds },
      { title: 'CheckValidationInput', description: 'A check to be tried before it is made' },
    ),
    responses: { 200: CheckValidation },
    handler: (context, { body }) => validateNewCheck(context, body),
  }),
  defineRoute({
    id: 'dryRunCheck',
    method: 'POST',
    path: '/quality-checks/{id}/dry-run',
    summary: 'Try a quality check',
    doc: 'What a scan would find by the check now, with failing rows; nothing is kept.',
    need: [
      { when: 'masked values stay masked', need: 'Drafter' },
      { when: '`include_masked` is true', need: 'Editor' },
    ],
    params: idPath,
    body: nullable(DryRunInput),
    responses: { 200: CheckDryRun },
    handler: (context, { params, body }) => dryRunCheck(context, params.id, body ?? {}),
  }),
])
