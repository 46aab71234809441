import { Type } from 'typebox'
import { CheckStub } from '../../../model/check-record.ts'
import { listAllChecks } from '../../../services/checks/read.ts'
import { checkQuery } from '../../check-query.ts'
import { defineRoute } from '../../route.ts'

/** All checks at once and in brief. */
export default defineRoute({
  method: 'GET',
  path: '/quality-checks/listing',
  summary: 'List all quality checks in brief',
  group: 'Quality checks',
  query: Type.Object({
    ...checkQuery,
    owner: Type.Optional(Type.Boolean({ description: 'Only those that the caller owns' })),
  }),
  responses: { 200: Type.Array(CheckStub) },
  handler: (context, { query: { owner = false, ...query } }) => listAllChecks(context, query, owner),
})
