/// <reference lib="dom" /> What runs in the page needs the names of the page.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { openOwnBrowser } from '../../e2e/support/own-browser.ts'
import { signInAs } from '../../e2e/support/person.ts'
import { dropFiles, startButton, waitForState } from '../../e2e/support/upload-steps.ts'
import { findChromium } from '../../launch/chromium.js'
import { createSteps } from '../../launch/steps.js'
import type { Stage } from '../support/stage.ts'

const patienceMilliseconds = 10 * 60_000

export type Page = Parameters<typeof signInAs>[0]

export interface UploadPage {
  /** Of the browser: all its processes descend from it. */
  pid: number
  version: string
  page: Page
  /** Opens the page anew and drops the files on it; nothing is sent yet. */
  choose(paths: readonly string[]): Promise<void>
  /** Starts what was chosen and waits until the last is stored. Resolves to the milliseconds since the click. */
  send(paths: readonly string[]): Promise<number>
  close(): Promise<void>
}

/** The page where people upload, in a browser of its own, with one of the demo users signed in. */
export async function openUploadPage(stage: Stage, origin: string): Promise<UploadPage> {
  process.env.CRESYL_CHROMIUM = await findChromium(process.execPath, createSteps(process.stdout))
  const before = await ownChildren()
  const context = await openOwnBrowser(origin)
  stage.onEnd(() => context.close())
  const pid = (await ownChildren()).find((each) => !before.includes(each))
  if (pid === undefined) throw new Error('The browser is no process of its own.')
  const page = await context.newPage()
  await signInAs(page, 'user', '/uploads')
  return {
    pid: Number(pid),
    version: context.browser()?.version() ?? '',
    page,
    choose: async (paths) => {
      await page.goto('/uploads')
      await dropFiles(page, paths)
      await startButton(page).waitFor()
    },
    send: (paths) => send(page, paths),
    close: () => context.close(),
  }
}

async function ownChildren(): Promise<string[]> {
  const list = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')
  return list.trim().split(' ')
}

async function send(page: Page, paths: readonly string[]): Promise<number> {
  const stored = untilStored(page, paths.length)
  stored.catch(() => {})
  const since = performance.now()
  await startButton(page).click()
  const milliseconds = (await stored) - since
  for (const path of paths) await waitForState(page, basename(path), 'Uploaded')
  return milliseconds
}

type Answer = Awaited<ReturnType<Page['waitForResponse']>>

/** By the replies that say so: whoever looks at the page again and again sees it late. */
function untilStored(page: Page, count: number): Promise<number> {
  let left = count
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => end(() => reject(new Error('The page did not finish.'))),
      patienceMilliseconds,
    )
    const hear = (response: Answer) => {
      if (!response.url().endsWith('/multipart/complete/')) return
      if (!response.ok())
        return end(() => reject(new Error(`The page was answered with ${response.status()}`)))
      left -= 1
      const now = performance.now()
      if (left === 0) end(() => resolve(now))
    }
    const leave = () => end(() => reject(new Error('The browser was closed.')))
    const end = (settle: () => void) => {
      clearTimeout(timer)
      page.off('response', hear)
      page.off('close', leave)
      settle()
    }
    page.on('response', hear)
    page.on('close', leave)
  })
}
