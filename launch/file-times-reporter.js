import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './places.js'

/** Vitest's reporter of what each file took, with loading it and its hooks. */
export default class FileTimesReporter {
  /** @type {import('./file-times.js').FileTime[]} */
  times = []

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    const { collectDuration, setupDuration, duration } = module.diagnostic()
    const seconds = (collectDuration + setupDuration + duration) / 1000
    this.times.push({ file: relative(root, module.moduleId), seconds })
  }

  onTestRunEnd() {
    const file = process.env.CRESYL_FILE_TIMES
    if (file) writeFileSync(file, JSON.stringify(this.times))
  }
}
