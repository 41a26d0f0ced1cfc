list
exit
