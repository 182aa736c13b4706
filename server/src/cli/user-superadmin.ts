import { setSuperadmin } from '../identity/set-superadmin.ts'
import type { Command } from './command.ts'
import { readOptions, required } from './usage.ts'
import { withPlatform } from './with-platform.ts'

export const userSuperadmin: Command = {
  name: 'user superadmin',
  usage:
    'user superadmin --email ADDRESS [--issuer ISSUER] [--org NAME] [--remove]   (the issuer or the organisation only where several people have the address; “embedded” is our own)',
  summary: 'Make a person who has signed in before a superadmin, or take that role away.',
  run: async (words, { environment, output }) => {
    const options = readOptions(words, { email: 'text', issuer: 'text', org: 'text', remove: 'flag' })
    const email = required(options.email, 'email')
    const { id } = await withPlatform(environment, (context) =>
      setSuperadmin(context, {
        email,
        issuer: options.issuer,
        organization: options.org,
        superadmin: options.remove !== true,
      }),
    )
    output.write(`${id}\n`)
    return 0
  },
}
