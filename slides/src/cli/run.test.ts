import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commands } from './commands/index.ts'
import { runProgram, startProgram } from './test-support/test-program.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cresyl-slides-run-'))
})
afterAll(() => rm(folder, { recursive: true }))

const run = (...words: string[]) => runProgram(words, folder)

it('shows its commands, its version and the help of every command', async () => {
  const [nothing, help, word, version, ...each] = await Promise.all([
    run(),
    run('--help'),
    run('help'),
    run('--version'),
    run('convert', '--help'),
    run('help', 'convert'),
    run('info', 'x.svs', '-h'),
  ])
  for (const { name } of commands) expect(nothing.stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'))
  expect([help, word]).toEqual([nothing, nothing])
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect(each.map(({ code }) => code)).toEqual([0, 0, 0])
  expect(each[1]).toEqual(each[0])
  expect(each[0]?.stdout).toMatch(/^Usage: cresyl-slides convert FILE \[options\]\n/)
  expect(each[0]?.stdout).toMatch(/^ {6}--quality N +of JPEG \(90\)$/m)
})

it('describes every option of every command in lines that fit a terminal', () => {
  for (const { help } of commands)
    for (const line of help.split('\n')) expect(line.length, line).toBeLessThanOrEqual(120)
})

it('ends wrong usage with 2 and says what was meant', async () => {
  const cases = [
    [['inof'], 'There is no command inof; did you mean info?', 'See cresyl-slides --help.'],
    [['help', 'inof'], 'There is no command inof; did you mean info?', 'See cresyl-slides --help.'],
    [['--verbose'], 'There is no option --verbose.', 'See cresyl-slides --help.'],
    [['info'], 'FILE is missing.', 'See cresyl-slides info --help.'],
    [
      ['info', 'a.svs', '--jsn'],
      'There is no option --jsn; did you mean --json?',
      'See cresyl-slides info --help.',
    ],
  ] as const
  for (const [words, sentence, hint] of cases)
    expect(await run(...words), words.join(' ')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `cresyl-slides: ${sentence}\n${hint}\n`,
    })
})

it('does the same as a process of its own', async () => {
  for (const words of [['--version'], ['inof'], ['info', 'missing.svs']])
    expect(await startProgram(words, folder).ended).toEqual(await run(...words))
})

it('says in one line why a file is not read, and more only when asked', async () => {
  await writeFile(join(folder, 'notes.txt'), 'Nothing to see here, only a few words.')
  const [missing, text, debugged] = await Promise.all([
    run('info', 'missing.svs'),
    run('info', 'notes.txt'),
    run('info', 'notes.txt', '--debug'),
  ])
  expect(missing).toMatchObject({ code: 1, stderr: 'cresyl-slides: missing.svs: does not exist.\n' })
  expect(text.code).toBe(1)
  expect(text.stderr).toMatch(/^cresyl-slides: notes\.txt: [^\n]+\.\n$/)
  expect(debugged.stderr).toMatch(/^ +at .+open/m)
})
