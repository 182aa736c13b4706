import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { withFault } from './apply-fault.js'
import { chooseFaults, faultTable, findMisfits, needsBrowser } from './fault-choice.js'
import { faults } from './fault-list.js'

const fault = {
  area: 'server/http',
  file: 'server/src/http/limits.ts',
  find: 'a < b',
  replace: 'a <= b',
  what: 'One too many is taken',
  tests: ['server/src/http/limits.test.ts'],
}

describe('a file with a fault', () => {
  const whole = 'if (a < b) return $1\n'
  let folder = ''
  let path = ''
  const text = () => readFileSync(path, 'utf8')

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cresyl-fault-'))
    path = join(folder, 'limits.ts')
    writeFileSync(path, whole)
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('has it while the tests run, and is whole afterwards', async () => {
    const broken = await withFault(path, { find: 'a < b', replace: "$&$'" }, async () => text())
    expect(broken).toBe("if ($&$') return $1\n")
    expect(text()).toBe(whole)
  })

  test('is whole again after an error', async () => {
    const failing = withFault(path, fault, () => Promise.reject(new Error('no tests')))
    await expect(failing).rejects.toThrow('no tests')
    expect(text()).toBe(whole)
  })

  test('stays whole where the place is not there once', async () => {
    writeFileSync(path, `${whole}${whole}`)
    await expect(withFault(path, fault, async () => text())).rejects.toThrow('does not stand there once')
    expect(text()).toBe(`${whole}${whole}`)
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('is whole again when %s ends the run', async (signal) => {
    const from = (name: string) => JSON.stringify(new URL(name, import.meta.url))
    const script = `
      import { withFault } from ${from('./apply-fault.js')}
      import { runChild } from ${from('../launch/child.js')}
      import { runCommand } from ${from('../launch/command.js')}
      await runCommand(() => withFault(${JSON.stringify(path)}, ${JSON.stringify(fault)}, () => {
        const running = runChild(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { cwd: '.', env: {} })
        console.log('broken')
        return running
      }))`
    const run = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(run.stdout, 'data')
    expect(text()).toBe('if (a <= b) return $1\n')
    run.kill(signal)
    const [code] = await once(run, 'exit')
    expect(code).toBe(signal === 'SIGINT' ? 130 : 143)
    expect(text()).toBe(whole)
  })
})

test('a word chooses by area or file', () => {
  const other = { ...fault, area: 'web/ui', file: 'web/src/ui/state/gated.tsx' }
  expect(chooseFaults([fault, other], [])).toEqual([fault, other])
  expect(chooseFaults([fault, other], ['http'])).toEqual([fault])
  expect(chooseFaults([fault, other], ['gated', 'limits'])).toEqual([fault, other])
})

test('faults that the code has outgrown are named', () => {
  const same = { ...fault, replace: fault.find }
  expect(findMisfits([fault, fault, fault, same], ['a < b', 'a > b', undefined, 'a < b'])).toEqual([
    'server/src/http/limits.ts has “a < b” 0 times instead of once',
    'server/src/http/limits.ts does not exist',
    'server/src/http/limits.ts: “a < b” stays as it is',
  ])
})

test('the faults that are kept fit their files, and the tests that notice them are there', () => {
  const root = join(import.meta.dirname, '..')
  const texts = faults.map(({ file }) => {
    return existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined
  })
  expect(findMisfits(faults, texts)).toEqual([])
  const tests = faults.flatMap((each) => each.tests)
  expect(tests.filter((test) => !existsSync(join(root, test)))).toEqual([])
})

test('the table tells what noticed each fault', () => {
  const noticed = { ...fault, seconds: 2, noticedBy: 'server/src/http/limits.test.ts › takes no more' }
  const lines = faultTable([noticed, { ...noticed, noticedBy: null }])
  expect(lines[0]).toMatch(/✔ server\/http/)
  expect(lines[2]).toContain('takes no more')
  expect(lines[3]).toMatch(/✘ server\/http/)
  expect(lines[5]).toContain('Nothing noticed.')
})

test('only tests in e2e/ need a browser', () => {
  expect(['e2e/jobs/jobs.spec.ts', 'web/src/ui/list-place.test.ts'].map(needsBrowser)).toEqual([true, false])
})

test('at least 60 places are broken, in every room', () => {
  const rooms = new Set(faults.map(({ file }) => file.split('/')[0]))
  expect(faults.length).toBeGreaterThanOrEqual(60)
  expect([...rooms].sort()).toEqual(['analysis', 'checks', 'contract', 'launch', 'server', 'slides', 'web'])
})
