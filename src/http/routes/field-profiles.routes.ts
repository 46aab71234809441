import { Type } from 'typebox'
import {
  ContainerProfile,
  FieldProfile,
  FieldProfileComparison,
  SingleFieldProfile,
} from '../../model/profile-record.ts'
import { described, Id } from '../../model/wire.ts'
import { compareFieldProfiles } from '../../services/field-profiles/compare.ts'
import { listContainerProfiles } from '../../services/field-profiles/containers.ts'
import {
  listContainerFieldProfiles,
  listFieldProfiles,
  readFieldProfile,
} from '../../services/field-profiles/read.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { idPath } from '../paths.ts'
import { defineRoute, defineRoutes } from '../route.ts'

export default defineRoutes('Field profiles', [
  defineRoute({
    id: 'listContainerFieldProfiles',
    method: 'GET',
    path: '/containers/{id}/field-profiles',
    summary: 'List the field profiles of a container',
    doc: 'The newest profile of each field, in the order of the source; none until a run of `profile` has measured the container.',
    need: 'Reporter',
    params: idPath,
    query: Type.Object({
      ...pageQuery,
      profile: Type.Optional(
        described(Id, 'The fields as this profile of the container, or of a part of it, measured them'),
      ),
    }),
    responses: { 200: pageOf('FieldProfilePage', FieldProfile) },
    handler: (context, { params, query }) => listContainerFieldProfiles(context, params.id, query),
  }),
  defineRoute({
    id: 'listContainerProfiles',
    method: 'GET',
    path: '/containers/{id}/profiles',
    summary: 'List the profiles of a container',
    doc: 'Every complete profile of the container, newest first.',
    need: 'Reporter',
    params: idPath,
    query: Type.Object({
      ...pageQuery,
      parts: Type.Boolean({ default: false, description: 'True: those of its partitions and groups too' }),
    }),
    responses: { 200: pageOf('ContainerProfilePage', ContainerProfile) },
    handler: (context, { params, query }) => listContainerProfiles(context, params.id, query),
  }),
  defineRoute({
    id: 'listFieldProfiles',
    method: 'GET',
    path: '/fields/{id}/field-profiles',
    summary: 'List the profiles of a field',
    doc: 'Every profile of the field over its whole container, newest first.',
    need: 'Reporter',
    params: idPath,
    query: Type.Object({ ...pageQuery }),
    responses: { 200: pageOf('FieldProfilePage', FieldProfile) },
    handler: (context, { params, query }) => listFieldProfiles(context, params.id, query),
  }),
  defineRoute({
    id: 'compareFieldProfiles',
    method: 'GET',
    path: '/field-profiles/compare',
    summary: 'Compare two field profiles',
    doc: 'Two profiles side by side, with what moved from the left one to the right one and by how much. Figures that show values of a masked field are left out.',
    need: 'Reporter',
    query: Type.Object({
      left: described(Id, 'The profile to compare with'),
      right: described(Id, 'The profile that is compared'),
    }),
    responses: { 200: FieldProfileComparison },
    refuses: [404],
    handler: (context, { query }) => compareFieldProfiles(context, query.left, query.right),
  }),
  defineRoute({
    id: 'readFieldProfile',
    method: 'GET',
    path: '/field-profiles/{id}',
    summary: 'Read a field profile',
    doc: 'One profile of a field. Figures that show values of a masked field are withheld unless `include_masked` asks for them, which is noted in the audit log.',
    need: [
      { when: 'masked values stay masked', need: 'Reporter' },
      { when: '`include_masked` is true', need: 'Editor' },
    ],
    params: idPath,
    query: Type.Object({
      include_masked: Type.Boolean({
        default: false,
        description: 'True: values of masked fields are shown, and the audit log says to whom',
      }),
    }),
    responses: { 200: SingleFieldProfile },
    handler: (context, { params, query }) => readFieldProfile(context, params.id, query.include_masked),
  }),
])
