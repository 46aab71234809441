import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('POST /computed-fields refuses', (app) => {
  test('settings of another transformation, a type that is none, and an expression that the store refuses', async () => {
    const { container } = await makePeople(app)
    const cases: [given: object, place: string][] = [
      ...['blob', 'decimal(39, 2)', 'decimal(5, 6)', 'decimal(38, 31)', 'decimal(0)', 'decimal(5, 2, 1)'].map(
        (target_type): [object, string] => [
          { transformation: 'cast', source_fields: ['age'], properties: { target_type } },
          'body.properties.target_type',
        ],
      ),
      [
        {
          transformation: 'convertFormattedNumeric',
          source_fields: ['name'],
          properties: { terms_to_drop: ['x'] },
        },
        'body.properties.terms_to_drop',
      ],
      [
        { transformation: 'customExpression', properties: { column_expression: 'nowhere' } },
        'body.properties.column_expression',
      ],
      [
        { transformation: 'cast', source_fields: ['nowhere'], properties: { target_type: 'int' } },
        'body.source_fields',
      ],
    ]
    for (const [given, place] of cases) {
      const body = { container_id: container, name: 'x', ...given }
      const answer = await assertRefused(
        app,
        () => app.ask('POST', '/api/computed-fields', body),
        422,
        'invalid',
      )
      assert.deepEqual(places(answer), [place])
    }
  })
})
