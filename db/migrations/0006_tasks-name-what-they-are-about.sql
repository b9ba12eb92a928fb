ALTER TABLE `hq_tasks` ADD `job_id` text;--> statement-breakpoint
ALTER TABLE `hq_tasks` ADD `contact` text;--> statement-breakpoint
-- Open tasks said in words what they are about, in these words only.
UPDATE hq_tasks SET job_id = (SELECT job_id FROM payments WHERE payments.id = hq_tasks.subject)
WHERE state = 'open' AND kind IN ('payment.amount', 'payment.disputed', 'payment.disputed-rest', 'payment.inquiry', 'payment.twice');
--> statement-breakpoint
UPDATE hq_tasks SET job_id = (SELECT job_id FROM refunds WHERE refunds.id = hq_tasks.subject)
WHERE state = 'open' AND kind = 'refund.refused';
--> statement-breakpoint
UPDATE hq_tasks SET job_id = (SELECT job_id FROM billing_charges WHERE billing_charges.id = hq_tasks.subject)
WHERE state = 'open' AND kind = 'billing.charge-open';
--> statement-breakpoint
UPDATE hq_tasks SET job_id = (SELECT job_id FROM invoices WHERE invoices.id = hq_tasks.subject)
WHERE state = 'open' AND kind IN ('billing.charge-failed', 'invoice.no-contact');
--> statement-breakpoint
UPDATE hq_tasks SET job_id = rtrim(replace(detail, 'Release the authorisation at the processor. Job ', ''), '.')
WHERE state = 'open' AND kind = 'payment.held';
--> statement-breakpoint
UPDATE hq_tasks SET job_id = substr(detail, 5, instr(detail, ' was paid in ') - 5)
WHERE state = 'open' AND kind = 'payment.currency';
--> statement-breakpoint
UPDATE hq_tasks SET job_id = replace(substr(detail, instr(detail, ' and names job ') + 15), '. Nothing was booked.', '')
WHERE state = 'open' AND kind = 'payment.other-job';
--> statement-breakpoint
UPDATE hq_tasks SET contact = substr(title, 29)
WHERE kind = 'sms-reply' AND title LIKE 'A text message came in from %';
