ALTER TABLE `jobs` ADD `paid_before_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint

-- Imported jobs that were paid in full have no payments here.
UPDATE `jobs` SET `paid_before_cents` = `paid_cents`
WHERE `source` = 'import' AND NOT EXISTS (SELECT 1 FROM `payments` WHERE `payments`.`job_id` = `jobs`.`id` AND `pays`);
