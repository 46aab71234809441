import { Type } from 'typebox'
import { Connection, ConnectionTest } from '../../model/connection.ts'
import { nullable } from '../../model/wire.ts'
import { createConnection } from '../../services/connections/create.ts'
import { machineCredentials } from '../../connectors/shared/machine.ts'
import { listConnections } from '../../services/connections/list.ts'
import { listMachineCredentials } from '../../services/connections/machine-credentials.ts'
import { readConnection } from '../../services/connections/read.ts'
import { removeConnection } from '../../services/connections/remove.ts'
import { testConnection } from '../../services/connections/try.ts'
import { updateConnection } from '../../services/connections/update.ts'
import { ChangedConnection, NewConnection } from '../bodies.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { idPath } from '../paths.ts'
import { text, texts } from '../query.ts'
import { defineRoute, defineRoutes } from '../route.ts'

export default defineRoutes('Connections', [
  defineRoute({
    id: 'listConnections',
    method: 'GET',
    path: '/connections',
    summary: 'List connections',
    doc: 'Connections by name, without their secrets.',
    need: 'Member',
    query: Type.Object({
      ...pageQuery,
      name: Type.Optional(text('The exact name')),
      type: Type.Optional(texts('A type of connection; any of several')),
    }),
    responses: { 200: pageOf('ConnectionPage', Connection) },
    handler: (context, { query }) => listConnections(context, query),
  }),
  defineRoute({
    id: 'createConnection',
    method: 'POST',
    path: '/connections',
    summary: 'Create a connection',
    doc: 'Stores a connection; trying it is a request of its own.',
    need: 'Manager',
    body: NewConnection,
    responses: { 201: Connection },
    handler: (context, { body }) => createConnection(context, body),
  }),
  defineRoute({
    id: 'listMachineCredentials',
    method: 'GET',
    path: '/connections/machine-credentials',
    summary: 'List the credentials of the machine that connections may use',
    doc: 'The values of `parameters.credentials` that the setting ASSAY_MACHINE_CREDENTIALS allows beside `keys`; empty where it allows none.',
    need: 'Manager',
    responses: {
      200: Type.Array(
        Type.Enum(machineCredentials, {
          title: 'MachineCredentials',
          description: 'What the machine of the service is known to its cloud by',
        }),
      ),
    },
    handler: (context) => Promise.resolve(listMachineCredentials(context)),
  }),
  defineRoute({
    id: 'readConnection',
    method: 'GET',
    path: '/connections/{id}',
    summary: 'Read a connection',
    doc: 'One connection, without its secrets.',
    need: 'Manager',
    params: idPath,
    responses: { 200: Connection },
    handler: (context, { params }) => readConnection(context, params.id),
  }),
  defineRoute({
    id: 'updateConnection',
    method: 'PUT',
    path: '/connections/{id}',
    summary: 'Update a connection',
    doc: 'Changes the members given; secrets that are left out stay.',
    need: 'Manager',
    params: idPath,
    body: ChangedConnection,
    responses: { 200: Connection },
    handler: (context, { params, body }) => updateConnection(context, params.id, body),
  }),
  defineRoute({
    id: 'removeConnection',
    method: 'DELETE',
    path: '/connections/{id}',
    summary: 'Delete a connection',
    doc: 'Deletes a connection that no datastore uses.',
    need: 'Manager',
    params: idPath,
    responses: { 204: null },
    handler: (context, { params }) => removeConnection(context, params.id),
  }),
  defineRoute({
    id: 'testConnection',
    method: 'POST',
    path: '/connections/{id}/test',
    summary: 'Test a connection',
    doc: 'Tries the stored connection; members of the body stand in for stored ones and are not kept.',
    need: 'Manager',
    params: idPath,
    body: nullable(ChangedConnection),
    responses: { 200: ConnectionTest },
    handler: (context, { params, body }) => testConnection(context, params.id, body ?? {}),
  }),
])
