import { cp, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { slidesFolder } from './build.js'

const root = join(slidesFolder, '..')

/** A copy of the checkout, which tests may disturb. */
export async function copyCheckout(checkout: string): Promise<string> {
  const copied = join(checkout, 'slides')
  await cp(slidesFolder, copied, { recursive: true, filter: (path) => !/\/(node_modules|dist)$/.test(path) })
  for (const name of ['LICENSE', 'tsconfig.base.json']) await cp(join(root, name), join(checkout, name))
  await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'))
  return copied
}
