import type { FreshApiToken } from '@cresyl/contract/people/api-tokens'
import { expect, test } from 'vitest'
import { exampleCommand } from './example-command.ts'

const token = (permissions: string[]) => ({ token: 'cresyl_x', permissions }) as FreshApiToken

test('the command asks for something the token may read', () => {
  expect(exampleCommand('https://c.example', token(['read:tissues', 'delete:projects']))).toBe(
    "curl -H 'Authorization: Bearer cresyl_x' https://c.example/api/tissues/",
  )
  expect(exampleCommand('https://c.example', token(['create:files']))).toContain('/organizations/current/')
})
