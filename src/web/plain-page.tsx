import type { ComponentChildren } from 'preact'
import type { Config } from '../config'
import { noticePage } from './layout/notice'

/** A page that needs no script: words, and at most a form that posts back to us. */
export const plainPage = (
  title: string,
  content: ComponentChildren,
  status = 200,
  config: Config | null = null,
): Response => noticePage(config, title, content, status)
