import { Type } from 'typebox'
import { optional } from '../../model/wire.ts'
import { defineConnector } from '../connector.ts'
import { sslrootcert } from '../shared/authority.ts'
import { objectConnector } from '../objects/object-connector.ts'

/** Objects in Azure Blob Storage and Data Lake Storage, by the protocol of blobs, read as files. */
export default defineConnector(
  objectConnector({
    type: 'abfs',
    title: 'Azure Blob Storage',
    untried:
      'This connector was tried with Azurite, the emulator of Azure by its maker, and its sign-ins with servers of the tests; with Azure itself and Microsoft Entra not yet.',
    connection: Type.Object({
      uri: Type.String({
        minLength: 1,
        description:
          'The container, such as abfss://my-container@mycompany.dfs.core.windows.net or az://my-container, with a folder or without.',
      }),
      access_key: optional(
        Type.String(),
        'The name of the storage account; with tenant_id the client id of an application, and with credentials of this machine that of one of its identities.',
      ),
      secret_key: optional(
        Type.String(),
        'A key of the account, or a shared access signature that may list and read (to write: also create, write and delete); with tenant_id the secret of the application.',
      ),
      parameters: optional(
        Type.Object({
          endpoint: Type.Optional(
            Type.String({
              description:
                'Address of the server; default the account’s own, such as https://mycompany.blob.core.windows.net.',
            }),
          ),
          sslrootcert,
          credentials: Type.Optional(
            Type.Enum(['keys', 'web_identity', 'instance'], {
              description:
                'keys (default): those of the connection; web_identity: the workload identity of this machine, instance: its managed identity, which ASSAY_MACHINE_CREDENTIALS has to allow.',
            }),
          ),
          tenant_id: Type.Optional(
            Type.String({
              description:
                'Tenant of Microsoft Entra in which an application signs in; the uri then names the account.',
            }),
          ),
          authority: Type.Optional(
            Type.String({
              description: 'Where it signs in; default https://login.microsoftonline.com.',
            }),
          ),
        }),
      ),
    }),
    async protocol() {
      const { openContainer } = await import('./store.ts')
      return openContainer
    },
  }),
)
