import { issueToken } from '../identity/issue-token.ts'
import type { Command } from './command.ts'
import { requireEmbedded } from './require-embedded.ts'
import { readOptions, required } from './usage.ts'
import { withPlatform } from './with-platform.ts'

export const token: Command = {
  name: 'token',
  usage: 'token --email ADDRESS [--org NAME]',
  summary:
    'Print an access token of a person, for trying the API. It is valid for five minutes, and its creation is audited.',
  run: async (words, { environment, output }) => {
    const options = readOptions(words, { email: 'text', org: 'text' })
    const email = required(options.email, 'email')
    requireEmbedded(
      environment,
      'Its access tokens come from there. For a program, create an API token in Cresyl.',
    )
    const issued = await withPlatform(environment, (context) =>
      issueToken(context, { email, ...(options.org && { organization: options.org }) }),
    )
    output.write(`${issued}\n`)
    return 0
  },
}
