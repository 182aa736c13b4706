import { roles } from '@cresyl/contract/api/permissions'
import type { Config } from '../../platform/config/config.ts'
import type { OrganizationOfPerson } from '../queries.ts'
import { html, join } from './html.ts'
import { composePage, type Page } from './page.ts'

export interface SelectOrganizationState {
  organizations: OrganizationOfPerson[]
  error?: string
}

export function selectOrganizationPage(
  config: Config,
  action: string,
  { organizations, error }: SelectOrganizationState,
): Page {
  const problem = error !== undefined && html`<p class="alert" role="alert">${error}</p>`
  const choices = organizations.map(
    ({ organizationId, displayName, role }, index) =>
      html`<li><button class="choice" type="submit" name="organization" value="${organizationId}"${index === 0 && html` autofocus`}>
<span>${displayName}</span> <span class="muted">${roles[role].label}</span></button></li>
`,
  )
  return composePage(
    config,
    'Choose an organisation',
    html`${problem}
<p class="muted">You belong to several organisations. You can switch later without signing in again.</p>
<form method="post" action="${action}">
<ul class="choices">
${join(choices)}</ul>
</form>
<a class="link" href="${config.origin}/login">Back to Cresyl</a>`,
  )
}
