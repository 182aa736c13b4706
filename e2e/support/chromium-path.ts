import { existsSync } from 'node:fs'

const lightest = '/usr/bin/chromium-headless-shell'

/** The browser of the tests: the one that is named, else the lightest that is there. */
export const chromiumPath = (): string =>
  process.env.CRESYL_CHROMIUM || (existsSync(lightest) ? lightest : '/usr/bin/chromium')
