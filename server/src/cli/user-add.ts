import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { isRole, roleKeys } from '@cresyl/contract/api/permissions'
import { addUser } from '../identity/people.ts'
import type { Command, Terminal } from './command.ts'
import { requireEmbedded } from './require-embedded.ts'
import { readOptions, required, UsageError } from './usage.ts'
import { withPlatform } from './with-platform.ts'

export const userAdd: Command = {
  name: 'user add',
  usage: `user add --org NAME --email ADDRESS --role ${roleKeys.join('|')} [--name "Full name"] [--superadmin] [--separate]   (the password is read from standard input; --separate creates another account for an address that has one in another organisation)`,
  summary: 'Add a person to an organisation.',
  run: async (words, terminal) => {
    const { environment, output } = terminal
    const options = readOptions(words, {
      org: 'text',
      email: 'text',
      role: 'text',
      name: 'text',
      superadmin: 'flag',
      separate: 'flag',
    })
    const email = required(options.email, 'email')
    const organization = required(options.org, 'org')
    const role = required(options.role, 'role')
    if (!isRole(role)) throw new UsageError(`“${role}” is not a role. Use ${roleKeys.join(', ')}.`)
    requireEmbedded(
      environment,
      'People are added where they sign in: give them a role there, or invite them in Cresyl.',
    )
    const password = await readPassword(`Password for ${email}: `, terminal)
    const { id } = await withPlatform(environment, (context) =>
      addUser(context, {
        email,
        organization,
        role,
        password,
        name: options.name ?? email,
        superadmin: options.superadmin ?? false,
        separate: options.separate ?? false,
      }),
    )
    output.write(`${id}\n`)
    return 0
  },
}

/** A line of the input; at a terminal it is asked for and not shown while typed. */
async function readPassword(question: string, { input, errors }: Terminal): Promise<string> {
  const terminal = input.isTTY === true
  if (terminal) errors.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: silent, terminal })
  try {
    for await (const line of lines) {
      if (line !== '') return line
    }
  } finally {
    lines.close()
    if (terminal) errors.write('\n')
  }
  throw new UsageError('A password is needed on standard input.')
}
