import { join } from 'node:path'
import { ensureBuilt } from './build.js'
import { runChild } from './child.js'
import { findTestChromium } from './chromium.js'
import { runCommand } from './command.js'
import { ensureInstalled } from './install.js'
import { findNode24 } from './node24.js'
import { withNode } from './npm.js'
import { root } from './places.js'
import { serverFlags } from './server-flags.js'
import { createSteps } from './steps.js'

// Takes the pictures that README.md shows, of a demo organisation that is made for them.
await runCommand(async () => {
  const steps = createSteps(process.stdout)
  const node = await findNode24(steps)
  await ensureInstalled(node, steps)
  const chromium = await findTestChromium(node, steps)
  await ensureBuilt(node, steps)
  const script = join(root, 'e2e', 'screenshots.ts')
  const { code } = await runChild(node, [...serverFlags, script, ...process.argv.slice(2)], {
    cwd: root,
    env: { ...withNode(node), CRESYL_CHROMIUM: chromium },
    show: true,
  })
  return code
})
