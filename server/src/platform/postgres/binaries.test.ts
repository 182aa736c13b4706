import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readdir, readlink, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findPackage, prepareBinaries } from './binaries.ts'
import { runProgram } from './run-program.ts'
import { ordinaryUser } from './system-user.ts'
import { isRoot, makeTestFolder, query, startSupervisor } from './test-surroundings.ts'

const installed = findPackage(`${process.platform}-${process.arch}`)
const user = isRoot ? await ordinaryUser() : null

/** As npm unpacks it with install scripts off: no symlinks; and, from some archives, no executable bits. */
async function unpackPackage(folder: string): Promise<string> {
  const packageFolder = join(folder, 'package')
  execFileSync('cp', ['-a', installed, packageFolder])
  const lib = join(packageFolder, 'native', 'lib')
  for (const entry of await readdir(lib, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) await rm(join(lib, entry.name))
  }
  for (const program of await readdir(join(packageFolder, 'native', 'bin'))) {
    await chmod(join(packageFolder, 'native', 'bin', program), 0o644)
  }
  return packageFolder
}

test('symlinks and executable bits that the installation left out are restored in place', async () => {
  const folder = await makeTestFolder()
  const packageFolder = await unpackPackage(folder)
  const cacheFolder = join(folder, 'cache')
  const binaries = await prepareBinaries({ packageFolder, cacheFolder, user })
  expect(binaries).toEqual({
    initdb: join(packageFolder, 'native', 'bin', 'initdb'),
    postgres: join(packageFolder, 'native', 'bin', 'postgres'),
    major: 18,
  })
  expect(await readlink(join(packageFolder, 'native', 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18')
  expect((await runProgram(binaries.initdb, ['--version'], { user })).output).toContain('PostgreSQL) 18')
  expect(await readdir(folder)).toEqual(['package'])
})

test('a package that cannot be written is completed in a copy inside the data folder', async () => {
  const folder = await makeTestFolder()
  const packageFolder = await unpackPackage(folder)
  if (!user) await makeReadOnly(join(packageFolder, 'native'))
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  await chmod(dataDir, 0o777)
  const { report } = await startSupervisor(dataDir, { packageFolder, ...(user ? { user } : {}) })
  expect(report.error).toBeUndefined()
  expect(await query(report.url ?? '', 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await readdir(dataDir)).toContain('postgres')
  const [copy] = await readdir(join(dataDir, 'cache'))
  expect(copy).toMatch(/^postgres-18\./)
  expect(await readdir(join(packageFolder, 'native', 'lib'))).not.toContain('libpq.so.5')
})

async function makeReadOnly(native: string): Promise<void> {
  for (const name of ['lib', 'bin']) {
    const path = join(native, name)
    await chmod(path, 0o555)
    onTestFinished(() => chmod(path, 0o755))
  }
}

test('programs that another user cannot reach are copied once, and again if the copy is damaged', async (context) => {
  if (user === null) return context.skip('only root starts PostgreSQL as another user')
  const folder = await makeTestFolder()
  const packageFolder = await unpackPackage(folder)
  await chmod(packageFolder, 0o700)
  const options = { packageFolder, cacheFolder: join(folder, 'cache'), user }
  const { postgres } = await prepareBinaries(options)
  expect(postgres.startsWith(options.cacheFolder)).toBe(true)
  const made = await stat(postgres)
  await prepareBinaries(options)
  expect((await stat(postgres)).ino).toBe(made.ino)

  await truncate(postgres, 1000)
  await prepareBinaries(options)
  expect((await runProgram(postgres, ['--version'], { user })).output).toContain('PostgreSQL) 18')
  expect(await readdir(options.cacheFolder)).toHaveLength(1)
})

test('a system that lacks the loader of the programs (musl) is told so', async () => {
  const folder = await makeTestFolder()
  const packageFolder = await unpackPackage(folder)
  await writeFile(join(packageFolder, 'native', 'bin', 'postgres'), '#!/lib/no-such-loader.so\n')
  const preparing = prepareBinaries({ packageFolder, cacheFolder: join(folder, 'cache'), user })
  await expect(preparing).rejects.toThrow(/do not run here: they need glibc.*Set DATABASE_URL/)
})

test('a platform without programs is named', () => {
  expect(() => findPackage('plan9-mips')).toThrow(
    /^There are no PostgreSQL programs for plan9-mips in node_modules .* set DATABASE_URL/,
  )
})
