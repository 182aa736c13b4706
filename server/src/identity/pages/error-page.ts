import { messages } from '@cresyl/contract/api/messages'
import { signInFailureElement } from '@cresyl/contract/people/app-config'
import type { Config } from '../../platform/config/config.ts'
import { html } from './html.ts'
import { composePage, type Page } from './page.ts'

/** What the provider says about a failure. */
interface ProviderFailure {
  error: string
  error_description?: string | undefined
}

export const outdatedSentence = 'This sign-in page is out of date. Sign in again.'

export function errorPage(config: Config, { error, error_description: description }: ProviderFailure): Page {
  if (error === 'server_error') return sentencePage(config, messages.somethingWentWrong)
  if (description === undefined) return sentencePage(config, error)
  return sentencePage(config, outdated.test(description) ? outdatedSentence : `${description} (${error})`)
}

/** What a person meets who took too long, or went back: nothing is wrong with the request itself. */
const outdated = /session( id cookie)? not found|session principal changed|request has expired|mismatch/

export function sentencePage(config: Config, sentence: string): Page {
  return composePage(
    config,
    'Sign-in failed',
    html`<p role="alert" id="${signInFailureElement}">${sentence}</p>
<a class="button" href="${config.origin}/login">Back to Cresyl</a>`,
  )
}
