import { createHash } from 'node:crypto'
import type { Config } from '../../platform/config/config.ts'
import { Html, html } from './html.ts'
import { style } from './style.ts'

export interface Page {
  body: string
  headers: Record<string, string>
}

/** Where a page goes out: the provider's own response. */
interface PageResponse {
  body: unknown
  type: string
  set(headers: Record<string, string>): void
}

const logo = new Html(
  '<svg aria-hidden="true" width="28" height="28" viewBox="0 0 32 32">' +
    '<rect width="32" height="32" rx="7" fill="#6B2FA0"/>' +
    '<path fill="#EDE4F7" d="M15.6 5.2c4.7-.9 9.6 1.9 10.9 6.6 1.3 4.7-.2 10.7-4.5 13.4-4.3 2.7-10.7 1.6-13.9-2.1-3.3-3.7-3-9.6-.2-13.4 1.8-2.5 4.7-3.9 7.7-4.5Z"/>' +
    '<path fill="#6B2FA0" d="M18.4 11.3c2.7.2 4.6 2.6 4.3 5.2-.3 2.7-2.6 4.8-5.4 4.6-2.7-.2-4.6-2.6-4.3-5.2.3-2.7 2.6-4.8 5.4-4.6Z"/>' +
    '<circle cx="16.9" cy="15" r="1.5" fill="#EDE4F7"/></svg>',
)

export function composePage(config: Config, title: string, content: Html): Page {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Cresyl</title>
<link rel="icon" href="/favicon.svg">
<style>${new Html(style)}</style>
</head>
<body>
<main>
<p class="brand">${logo} Cresyl</p>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`
  return { body: document.text, headers: pageHeaders(config) }
}

export function sendPage(response: PageResponse, page: Page): void {
  response.set(page.headers)
  response.type = 'html'
  response.body = page.body
}

/** No scripts at all. Forms may lead back to the app: browsers apply `form-action` to redirects too. */
export function pageHeaders({ origin }: Config): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "img-src 'self'",
    `form-action 'self' ${origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    // Addresses of ours may hold a token. Under no-referrer a form would be sent with `Origin: null`, though.
    'Referrer-Policy': 'strict-origin',
    'Cache-Control': 'no-store',
  }
}
