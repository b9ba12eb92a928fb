-- Kinds of to-dos were spelled in three ways. No new name was in use before, so no two open to-dos meet.
UPDATE hq_tasks SET kind = replace(kind, '_', '-') WHERE kind LIKE 'dispatch.%';
--> statement-breakpoint
UPDATE hq_tasks SET kind = CASE kind
  WHEN 'message-undelivered' THEN 'message.undelivered'
  WHEN 'sms-reply' THEN 'sms.reply'
  WHEN 'sms-unknown' THEN 'sms.unknown'
  WHEN 'manual' THEN 'office.manual'
END
WHERE kind IN ('message-undelivered', 'sms-reply', 'sms-unknown', 'manual');
