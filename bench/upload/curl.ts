import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { LaunchFailure } from '../../launch/failure.js'

export async function versionOfCurl(): Promise<string> {
  const { stdout } = await promisify(execFile)('curl', ['--version']).catch(() => {
    throw new LaunchFailure(
      'curl, which the page is compared with, is not installed here. Install it (`sudo apt-get install curl`) and run the command again.',
    )
  })
  return stdout.split(' ')[1] ?? ''
}

/** Settings as a configuration file has them. Resolves to what it printed. */
export async function runCurl(settings: readonly string[]): Promise<string> {
  const curl = spawn('curl', ['--config', '-'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(curl, 'close')
  curl.stdin.end(['silent', 'show-error', 'fail', ...settings].join('\n'))
  const printed = await text(curl.stdout)
  const [code] = await ended
  if (code !== 0) throw new Error(`curl ended with ${code}`)
  return printed
}

/**
 * Puts the file to each of the addresses, one after the other on one connection; resolves to the ETags. Without waiting
 * for "100 Continue", as browsers do.
 */
export async function putWithCurl(path: string, urls: readonly string[]): Promise<string[]> {
  const transfers = urls.flatMap((url) => [`url = "${url}"`, `upload-file = "${path}"`])
  const printed = await runCurl(['dump-header = "-"', 'header = "Expect:"', ...transfers])
  const etags = [...printed.matchAll(/^etag: (.*?)\r?$/gim)].map(([, etag]) => etag ?? '')
  if (etags.length !== urls.length) throw new Error(`curl put ${etags.length} of ${urls.length} parts`)
  return etags
}
