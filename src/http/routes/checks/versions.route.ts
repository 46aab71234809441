import { Type } from 'typebox'
import { CheckVersion } from '../../../model/check-record.ts'
import { listVersions } from '../../../services/checks/version-at.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** A check in all its versions, newest first. */
export default defineRoute({
  method: 'GET',
  path: '/quality-checks/{id}/versions',
  summary: 'List the versions of a quality check',
  group: 'Quality checks',
  params: idPath,
  query: Type.Object(pageQuery),
  responses: { 200: pageOf(CheckVersion) },
  handler: (context, { params, query }) => listVersions(context, params.id, query),
})
