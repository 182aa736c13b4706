import { addOrganization } from '../identity/people.ts'
import type { Command } from './command.ts'
import { readOptions, required } from './usage.ts'
import { withPlatform } from './with-platform.ts'

export const orgAdd: Command = {
  name: 'org add',
  usage:
    'org add --name NAME [--display-name "Display name"] [--external-id ID]   (what the identity provider calls it, if not NAME)',
  summary: 'Create an organisation.',
  run: async (words, { environment, output }) => {
    const options = readOptions(words, { name: 'text', 'display-name': 'text', 'external-id': 'text' })
    const name = required(options.name, 'name')
    const { id } = await withPlatform(environment, (context) =>
      addOrganization(context, {
        name,
        displayName: options['display-name'] ?? name,
        externalId: options['external-id'],
      }),
    )
    output.write(`${id}\n`)
    return 0
  },
}
