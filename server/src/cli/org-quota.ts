import { bytes } from '@cresyl/contract/api/limits'
import { setQuota } from '../identity/set-quota.ts'
import type { Command } from './command.ts'
import { readOptions, required, UsageError } from './usage.ts'
import { withPlatform } from './with-platform.ts'

export const orgQuota: Command = {
  name: 'org quota',
  usage: 'org quota --name NAME [--gigabytes NUMBER]   (without a number: the default)',
  summary: 'Set how much an organisation may store.',
  run: async (words, { environment, output }) => {
    const options = readOptions(words, { name: 'text', gigabytes: 'text' })
    const name = required(options.name, 'name')
    const quotaBytes = options.gigabytes === undefined ? null : bytesOf(options.gigabytes)
    const { id } = await withPlatform(environment, (context) => setQuota(context, { name, quotaBytes }))
    output.write(`${id}\n`)
    return 0
  },
}

function bytesOf(gigabytes: string): number {
  const size = Math.round(Number(gigabytes) * bytes.GB)
  if (gigabytes.trim() === '' || !Number.isSafeInteger(size) || size < 0)
    throw new UsageError(`“${gigabytes}” is not a number of gigabytes.`)
  return size
}
