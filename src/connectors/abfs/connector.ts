import { Type } from 'typebox'
import { optional } from '../../model/wire.ts'
import { defineConnector } from '../connector.ts'
import { objectConnector } from '../objects/object-connector.ts'

/** Objects in Azure Blob Storage and Data Lake Storage, by the protocol of blobs, read as files. */
export default defineConnector(
  objectConnector({
    type: 'abfs',
    title: 'Azure Blob Storage',
    untried:
      'This connector was tried with Azurite, the emulator of Azure by its maker, and not with Azure itself yet.',
    connection: Type.Object({
      uri: Type.String({
        minLength: 1,
        description:
          'The container, such as abfss://my-container@mycompany.dfs.core.windows.net or az://my-container, with a folder or without.',
      }),
      access_key: Type.String({
        minLength: 1,
        description: 'The name of the storage account; with tenant_id the client id of an application.',
      }),
      secret_key: Type.String({
        minLength: 1,
        description:
          'A key of the account, or a shared access signature that may list and read; with tenant_id the secret of the application.',
      }),
      parameters: optional(
        Type.Object({
          endpoint: Type.Optional(
            Type.String({
              description:
                'Address of the server; default the account’s own, such as https://mycompany.blob.core.windows.net.',
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
