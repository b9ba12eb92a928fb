import { messageTopics } from '../../../lib/message-topics'
import { plain } from '../shared/words'

/** The subject of a message template, in words. */
export const topicOf = (template: string): string => messageTopics[template] ?? plain(template)
