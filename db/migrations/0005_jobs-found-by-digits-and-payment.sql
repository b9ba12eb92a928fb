CREATE INDEX `jobs_by_payment_state` ON `jobs` (`payment_state`,`seq`) WHERE "jobs"."payment_state" <> 'unpaid';--> statement-breakpoint
-- Phone numbers are searched by their digits alone, whatever was written between them.
UPDATE job_search SET customer_phone =
  replace(replace(replace(replace(replace(customer_phone, char(160), ''), '(', ''), ')', ''), '+', ''), '.', '')
WHERE customer_phone GLOB '*[^0-9]*';
