import { setExternalId } from '../identity/set-external-id.ts'
import type { Command } from './command.ts'
import { readOptions, required } from './usage.ts'
import { withPlatform } from './with-platform.ts'

export const orgExternalId: Command = {
  name: 'org external-id',
  usage: 'org external-id --name NAME [--external-id ID]   (without an ID it is called NAME there)',
  summary: 'Set the id of an organisation at the identity provider.',
  run: async (words, { environment, output }) => {
    const options = readOptions(words, { name: 'text', 'external-id': 'text' })
    const name = required(options.name, 'name')
    const { id } = await withPlatform(environment, (context) =>
      setExternalId(context, { name, externalId: options['external-id'] }),
    )
    output.write(`${id}\n`)
    return 0
  },
}
