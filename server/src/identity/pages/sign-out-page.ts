import type { Config } from '../../platform/config/config.ts'
import { Html, html } from './html.ts'
import { composePage, type Page } from './page.ts'

/** Asks, because a sign-out without proof of who wants it may have been started by another site. */
export function confirmSignOutPage(config: Config, form: string): Page {
  // The provider makes the form, with the id that the button refers to.
  return composePage(
    config,
    'Sign out?',
    html`${new Html(form)}
<button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>
<a class="link" href="${config.origin}/">Stay signed in</a>`,
  )
}
